import { type NextRequest, NextResponse } from "next/server";
import { findPage } from "./app/pages";
import { api, apiOrigin, config as settings, toResult } from "./app/server";
import { unavailablePage } from "./app/unavailable";
import { getHealth } from "./lib/contract/firn/health";
import { hostRefusal, isAllowedHost } from "./lib/contract/host";
import { pageOf } from "./lib/contract/pages";
import { FirnError } from "./lib/errors";

/** Headers by which somebody else could speak for the client or the host. */
const FORWARDED = [
  ...["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"],
  ...["x-forwarded-server", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip"],
];

/** Answers of the pass-through: they say themselves, in the API's form, when nothing answers. */
const PASSED = /^\/(v1|v2|firn|openapi\.json)(\/|$)/;

/** The operator's console: its forms are posted, nothing of it is kept anywhere, and it stands without the API. */
const ADMIN = /^\/admin(\/|$)/;

/** An address that no route has: Next answers it with app/not-found.tsx, whole and with its status. */
const NOWHERE = "/nothing-here";

/**
 * Runs before every page and pass-through: refuses hosts that are not ours (a name somebody points at this machine
 * must not read it), strips forwarded headers, gives each page a content security policy with its own nonce, and
 * sets the statuses that pages can't choose: 404 by the route of what is not there, 307 and 308 to where it is, 502
 * without an API.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const { allowedHosts, host } = settings();
  const asked = request.headers.get("host") ?? "";
  if (!isAllowedHost(asked, { allowedHosts, host })) {
    const { message, hint } = hostRefusal(asked);
    return new Response(`${message}: ${hint}\n`, { status: 421, headers: { "content-type": "text/plain" } });
  }
  const { pathname, search } = request.nextUrl;
  const isAdmin = ADMIN.test(pathname);
  const methods = pathname.startsWith("/admin/") ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"];
  if (!PASSED.test(pathname) && !methods.includes(request.method)) {
    const refusal = { status: 405, headers: { "content-type": "text/plain", allow: methods.join(", ") } };
    return new Response(`Pages answer ${methods.join(", ")}, not ${request.method}.\n`, refusal);
  }
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = PASSED.test(pathname) ? DATA_POLICY : contentSecurityPolicy(nonce);
  const answer = PASSED.test(pathname) ? "here" : await answerFor(request.nextUrl, { needsApi: !isAdmin });
  if (answer === "unreachable") return withSecurity(unavailablePage(apiOrigin()), policy);
  if (typeof answer === "object")
    return withSecurity(NextResponse.redirect(new URL(answer.href, request.nextUrl), answer.status), policy);

  const headers = new Headers(request.headers);
  for (const name of FORWARDED) headers.delete(name);
  headers.set("x-nonce", nonce);
  headers.set("x-firn-url", pathname + search);
  headers.set("content-security-policy", policy);
  const response =
    answer === "missing"
      ? NextResponse.rewrite(nowhere(request), { request: { headers } })
      : NextResponse.next({ request: { headers } });
  if (isAdmin) response.headers.set("cache-control", "no-store");
  return withSecurity(response, policy);
}

/**
 * Known before the page is rendered: what a page of the app router throws reaches a browser without script as an empty
 * document. An API that fails is for the page to show: an error is never "not found".
 */
async function answerFor(
  url: URL,
  { needsApi }: { needsApi: boolean },
): Promise<"here" | "missing" | "unreachable" | { href: string; status: 307 | 308 }> {
  const requested = pageOf(url);
  if (requested === "file") return "here";
  const [existence, health] = await Promise.all([
    requested && findPage(requested),
    needsApi ? toResult(api().get(getHealth, { params: {} })) : undefined,
  ]);
  if (health instanceof FirnError && health.code === "API_UNREACHABLE") return "unreachable";
  if (existence instanceof FirnError) return existence.code === "API_UNREACHABLE" ? "unreachable" : "here";
  if (existence === undefined || existence === "missing") return "missing";
  return "href" in existence ? existence : "here";
}

/** Of the request's own origin as Next sees it: any other would be asked over the network. */
function nowhere(request: NextRequest): URL {
  const url = request.nextUrl.clone();
  url.pathname = NOWHERE;
  url.search = "";
  return url;
}

/** Static files need neither policy nor host check: they say nothing about this Firn's data. */
export const config = { matcher: "/((?!_next/static|fonts/|icons.svg|favicon.svg|robots.txt).*)" };

function withSecurity(response: Response, policy: string): Response {
  response.headers.set("content-security-policy", policy);
  response.headers.set("x-content-type-options", "nosniff");
  response.headers.set("referrer-policy", "same-origin");
  response.headers.set("x-frame-options", "DENY");
  response.headers.set("cross-origin-opener-policy", "same-origin");
  response.headers.set("permissions-policy", "camera=(), geolocation=(), microphone=()");
  return response;
}

/** Answers of the API are data, some of them somebody else's images: nothing in them runs, should one be opened as a page. */
const DATA_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** Styles may stand in attributes: charts and bars write widths there. `'unsafe-eval'` is the dev server's, never a build's. */
function contentSecurityPolicy(nonce: string): string {
  const evaluated = process.env.NODE_ENV === "development" ? " 'unsafe-eval'" : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluated}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
