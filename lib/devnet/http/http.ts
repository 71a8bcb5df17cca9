import { isIP } from "node:net";
import { posix } from "node:path";

/**
 * The node's HTTP behaviour around its endpoints: hosts, CORS, paths.
 * @source AvalancheGo api/server/server.go, router.go, allowed_hosts.go; rs/cors; gorilla/mux
 */

export interface HttpRequest {
  method: string;
  /** Decoded, without the query. */
  path: string;
  query: URLSearchParams;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

export interface HttpReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Answers requests of one path. */
export type Endpoint = (request: HttpRequest) => HttpReply | Promise<HttpReply>;

/** A reply in plain text. With a line feed at the end of `body` it is what Go's http.Error writes. */
export function textReply(status: number, body: string): HttpReply {
  const headers: Record<string, string> = { "content-type": "text/plain; charset=utf-8" };
  if (body.endsWith("\n")) headers["x-content-type-options"] = "nosniff";
  return { status, headers, body };
}

/**
 * Answers one request: preflights, refused hosts and unknown paths here, everything else at its endpoint.
 * @param find finds the endpoint of exactly this path
 */
export async function answerHttp(request: HttpRequest, find: FindEndpoint): Promise<HttpReply> {
  const { method, headers } = request;
  if (method === "OPTIONS" && headers["access-control-request-method"] !== undefined)
    return preflight(headers);
  const cors: Record<string, string> = {
    vary: "Origin",
    ...(headers.origin === undefined ? {} : ALLOW_ORIGIN),
  };
  const reply = await route(request, find);
  return { ...reply, headers: { ...cors, ...reply.headers } };
}

type FindEndpoint = (path: string) => Endpoint | undefined;

function route(request: HttpRequest, find: FindEndpoint): HttpReply | Promise<HttpReply> {
  if (!isAllowedHost(request.headers.host)) return textReply(403, "invalid host specified\n");
  const byHeader = request.headers["avalanche-api-route"];
  // The header names a chain for a gRPC request, which no chain here serves. A comma separates two headers.
  if (byHeader !== undefined) return { status: byHeader.includes(",") ? 400 : 404, headers: {}, body: "" };
  const clean = posix.normalize(request.path);
  if (clean !== request.path) return redirect(clean, request.query);
  const endpoint = find(request.path);
  return endpoint === undefined ? textReply(404, "404 page not found\n") : endpoint(request);
}

function redirect(path: string, query: URLSearchParams): HttpReply {
  const search = query.size === 0 ? "" : `?${query}`;
  const location = encodeURI(path).replace(/[?#]/g, encodeURIComponent) + search;
  return { status: 301, headers: { location }, body: "" };
}

/** Refuses names other than localhost: a web page could point its own name here (DNS rebinding). */
function isAllowedHost(host: string | undefined): boolean {
  if (host === undefined || host === "") return true;
  const name = /^\[(.*)\](?::[^:]*)?$/.exec(host)?.[1] ?? host.replace(/:[^:]*$/, "");
  return isIP(name) !== 0 || isIP(host) !== 0 || name.toLowerCase() === "localhost";
}

const ALLOW_ORIGIN = {
  "access-control-allow-origin": "*",
  "access-control-allow-credentials": "true",
};
const ALLOWED_METHODS = ["GET", "POST", "HEAD", "OPTIONS"];
const ALLOWED_HEADERS = ["Accept", "Content-Type", "X-Requested-With", "Origin"];

/** A preflight is always answered 200. A refused one only lacks the headers that grant. */
function preflight(headers: HttpRequest["headers"]): HttpReply {
  const vary = { vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers" };
  const method = headers["access-control-request-method"]?.toUpperCase() ?? "";
  const requested = (headers["access-control-request-headers"] ?? "")
    .split(/[\s,]+/)
    .filter((name) => name !== "");
  const known = requested.map((name) =>
    ALLOWED_HEADERS.find((known) => known.toLowerCase() === name.toLowerCase()),
  );
  const granted =
    headers.origin !== undefined && ALLOWED_METHODS.includes(method) && !known.includes(undefined);
  if (!granted) return { status: 200, headers: vary, body: "" };
  const allow: Record<string, string> = { ...vary, ...ALLOW_ORIGIN, "access-control-allow-methods": method };
  if (known.length > 0) allow["access-control-allow-headers"] = known.join(", ");
  return { status: 200, headers: allow, body: "" };
}
