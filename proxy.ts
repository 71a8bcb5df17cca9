import { type NextRequest, NextResponse } from "next/server";
import { type Existence, isAbsent, moved } from "./app/existence";
import { findPage } from "./app/pages";
import { api, apiOrigin, config as settings, toResult } from "./app/server";
import { unavailablePage } from "./app/unavailable";
import { getHealth } from "./lib/contract/firn/health";
import { hostRefusal, isAllowedHost } from "./lib/contract/host";
import { hrefTo, idAtRoot, pageOf, unaliased } from "./lib/contract/pages";
import { FirnError } from "./lib/errors";

/** Headers by which somebody else could speak for the client or the host. */
const FORWARDED = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-forwarded-server",
  "x-real-ip",
  "x-client-ip",
  "true-client-ip",
  "cf-connecting-ip",
];

/** Answers of the pass-through: they say themselves, in the API's form, when nothing answers. */
const PASSED = /^\/(v1|v2|firn|openapi\.json)(\/|$)/;

/** The operator's console: its forms are posted, and nothing of it is kept anywhere. */
const ADMIN = /^\/admin(\/|$)/;

/** Pages that stand without the API: what they show, the node itself says, or files of Firn. */
const WITHOUT_API = /^\/(admin|node|help)(\/|$)/;

/** An address that no route has: Next answers it with app/not-found.tsx, whole and with its status. */
const NOWHERE = "/nothing-here";

/**
 * Runs before every page and pass-through: refuses hosts that are not ours (a name somebody points at this machine
 * must not read it), strips forwarded headers, gives each page a content security policy with its own nonce, and
 * sets the statuses that pages can't choose: 404 by the route of what is not there, 400 for what can't be, 307 and 308 to
 * where it is, 502 without an API.
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
  const isPassed = PASSED.test(pathname);
  const { answer, wanted } = isPassed
    ? HERE
    : await answerFor(request.nextUrl, { needsApi: !WITHOUT_API.test(pathname) });
  if (answer === "unreachable") return withSecurity(unavailablePage(apiOrigin()), policy);
  if (typeof answer === "object")
    return withSecurity(NextResponse.redirect(new URL(answer.href, request.nextUrl), answer.status), policy);

  const headers = new Headers(request.headers);
  for (const name of FORWARDED) headers.delete(name);
  // Which scheme a reader used is known to the server before this one alone; the host has been checked.
  const scheme = request.headers.get("x-forwarded-proto") === "https" ? "https" : "http";
  headers.set("x-firn-origin", `${scheme}://${asked}`);
  headers.set("x-nonce", nonce);
  // A page within an answer of its own status says itself what was wanted.
  const within = pathname === NOWHERE ? request.headers.get("x-firn-url") : null;
  if (isAbsent(answer)) headers.set("x-firn-absent", answer);
  else headers.delete("x-firn-absent");
  headers.set("x-firn-url", within ?? wanted ?? pathname + search);
  headers.set("content-security-policy", policy);
  if (answer === "malformed" && request.headers.get("rsc") === null) {
    const page = await answerMalformed(request, headers);
    if (page !== undefined) return page;
  }
  const response = isAbsent(answer)
    ? NextResponse.rewrite(nowhere(request), { request: { headers } })
    : NextResponse.next({ request: { headers } });
  if (isAdmin) response.headers.set("cache-control", "no-store");
  return withSecurity(response, policy);
}

interface Answer {
  answer: "here" | "missing" | "malformed" | "unreachable" | { href: string; status: 307 | 308 };
  /** The address of what was wanted, if it is not the request's own. */
  wanted?: string;
}

const HERE: Answer = { answer: "here" };

/**
 * Known before the page is rendered: what a page of the app router throws reaches a browser without script as an empty
 * document. An API that fails is for the page to show: an error is never "not found".
 */
async function answerFor(asked: URL, { needsApi }: { needsApi: boolean }): Promise<Answer> {
  const unaliasedUrl = unaliased(asked);
  const url = unaliasedUrl ?? asked;
  const requested = pageOf(url);
  if (requested === "file") return HERE;
  const [existence, health] = await Promise.all([
    requested ? findPage(requested) : findIdAtRoot(url),
    needsApi ? toResult(api().get(getHealth, { params: {} })) : undefined,
  ]);
  if (health instanceof FirnError && health.code === "API_UNREACHABLE") return { answer: "unreachable" };
  if (existence instanceof FirnError)
    return { answer: existence.code === "API_UNREACHABLE" ? "unreachable" : "here" };
  const here = url.pathname + url.search;
  if (!isAbsent(existence)) {
    if ("href" in existence) return { answer: existence };
    return unaliasedUrl === undefined ? HERE : { answer: moved(here) };
  }
  const elsewhere = unaliasedUrl && (await findOffC(unaliasedUrl));
  if (elsewhere !== undefined) return { answer: elsewhere };
  const id = idAtRoot(url);
  if (id !== undefined) return { answer: existence, wanted: hrefTo("search", {}, { q: id }) };
  return unaliasedUrl === undefined ? { answer: existence } : { answer: existence, wanted: here };
}

/** An id at the root leads where a search for it does; several hits are the search's to list. */
async function findIdAtRoot(url: URL): Promise<Existence<undefined> | FirnError> {
  const id = idAtRoot(url);
  if (id === undefined) return "missing";
  const search = { q: id };
  const existence = await findPage({ page: "search", params: {}, search });
  if (existence instanceof FirnError || isAbsent(existence) || "href" in existence) return existence;
  return { href: hrefTo("search", {}, search), status: 307 };
}

/** Where the only thing is that a hash or id names, if an address for the C-Chain has one that the C-Chain does not. */
async function findOffC(url: URL): Promise<{ href: string; status: 307 | 308 } | undefined> {
  const requested = pageOf(url);
  if (typeof requested !== "object" || (requested.page !== "tx" && requested.page !== "block"))
    return undefined;
  const { id } = requested.params;
  if (/^\d*$/.test(id)) return undefined;
  const existence = await findPage({ page: "search", params: {}, search: { q: id } });
  return typeof existence === "object" && "href" in existence ? existence : undefined;
}

/**
 * The page of what is not there, with a status that a page of the app router cannot have: nothing can ever be at this
 * address. Undefined if this web cannot ask itself for the page.
 */
async function answerMalformed(request: NextRequest, headers: Headers): Promise<Response | undefined> {
  const asked = new Headers(headers);
  for (const name of ["accept-encoding", "content-security-policy", "connection"]) asked.delete(name);
  const page = await fetch(nowhere(request), { headers: asked, cache: "no-store" }).catch(() => undefined);
  if (page?.status !== 404) return undefined;
  // What the page's own transport and routing said is not this answer's.
  const own = new Headers(
    [...page.headers].filter(
      ([name]) =>
        !/^(content-(encoding|length)|transfer-encoding|connection|keep-alive|x-middleware-.*)$/.test(name),
    ),
  );
  return new Response(page.body, { status: 400, headers: own });
}

/** Of the request's own origin as Next sees it: any other would be asked over the network. */
function nowhere(request: NextRequest): URL {
  const url = request.nextUrl.clone();
  url.pathname = NOWHERE;
  url.search = "";
  return url;
}

/** Static files need neither policy nor host check: they say nothing about this Firn's data. */
export const config = {
  matcher: "/((?!_next/static|fonts/|icons.svg|favicon.svg|favicon.ico|apple-touch-icon.png|robots.txt).*)",
};

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
