import { type NextRequest, NextResponse } from "next/server";
import { config as settings } from "./app/server";
import { standingOf } from "./app/standing";
import { unavailablePage } from "./app/unavailable";
import { originOf } from "./lib/config";
import { hostRefusal, isAllowedHost } from "./lib/contract/host";

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
 * Stands before every page and pass-through: refuses hosts that are not ours (a name somebody points at this machine
 * must not read it), strips forwarded headers, gives each page a content security policy with its own nonce, and
 * sees to the statuses that pages can't choose: 404 by the route of what is not there, 502 without an API.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const { allowedHosts, host, apiPort } = settings();
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
  const standing = PASSED.test(pathname) || isAdmin ? "here" : await standingOf(request.nextUrl);
  if (standing === "unreachable") return withSecurity(unavailablePage(originOf(host, apiPort)), policy);

  const headers = new Headers(request.headers);
  for (const name of FORWARDED) headers.delete(name);
  headers.set("x-nonce", nonce);
  headers.set("x-firn-url", pathname + search);
  headers.set("content-security-policy", policy);
  const response =
    standing === "missing"
      ? NextResponse.rewrite(nowhere(request), { request: { headers } })
      : NextResponse.next({ request: { headers } });
  if (isAdmin) response.headers.set("cache-control", "no-store");
  return withSecurity(response, policy);
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
