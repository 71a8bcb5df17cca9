import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { KEY_HEADERS } from "../../contract/callers";
import { hostRefusal, isAllowedHost } from "../../contract/host";
import { InputError } from "../../errors";
import type { ApiEnv } from "../env";

/** Which host names the API answers to, and which pages may use it. */
export interface Callers {
  /** Accepted `Host` headers, besides the address that the API listens on. */
  allowedHosts: readonly string[];
  host: string;
  /** Origins whose pages may read answers in a browser; `*` for any. */
  allowedOrigins: readonly string[];
}

/** Names what is missing from an answer: the genesis, or part of an EVM chain's history. A complete answer does not have it. */
export const PARTIAL_HEADER = "x-firn-partial";

/** Headers that pages of allowed origins may read. */
const EXPOSED_HEADERS = [
  "ratelimit-policy",
  "ratelimit-limit",
  "ratelimit-remaining",
  "ratelimit-reset",
  "retry-after",
  "x-request-id",
  "etag",
  PARTIAL_HEADER,
];

/** What lets a page of an allowed origin read an answer that no middleware sees. */
export function originHeaders(
  origin: string | undefined,
  allowedOrigins: readonly string[],
): Record<string, string> {
  if (origin === undefined) return {};
  const exposed = { "access-control-expose-headers": EXPOSED_HEADERS.join(",") };
  if (allowedOrigins.includes("*")) return { "access-control-allow-origin": "*", ...exposed };
  return allowedOrigins.includes(origin)
    ? { "access-control-allow-origin": origin, ...exposed, vary: "Origin" }
    : {};
}

/** Refuses requests for a host name that is not ours. @throws InputError HOST_REFUSED */
export function requireHost(callers: Callers): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const header = c.req.header("host") ?? "";
    if (!isAllowedHost(header, callers)) {
      const { message, hint } = hostRefusal(header);
      throw new InputError("HOST_REFUSED", message, { hint });
    }
    await next();
  };
}

/**
 * Lets pages of allowed origins read answers. A page of another origin may send a plain GET, whose answer its browser
 * hides. Its preflights and any request that changes something are refused.
 * @throws InputError ORIGIN_REFUSED
 */
export function requireOrigin({
  allowedOrigins,
}: Pick<Callers, "allowedOrigins">): MiddlewareHandler<ApiEnv> {
  const isAllowed = (origin: string) => allowedOrigins.includes("*") || allowedOrigins.includes(origin);
  const permit = cors({
    origin: allowedOrigins.includes("*") ? "*" : (origin) => (isAllowed(origin) ? origin : null),
    allowMethods: ["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"],
    allowHeaders: [
      "content-type",
      "if-none-match",
      "x-app-component",
      "x-firn-dialect",
      "x-request-id",
      "mcp-protocol-version",
      ...KEY_HEADERS,
    ],
    exposeHeaders: EXPOSED_HEADERS,
    maxAge: 86_400,
  });
  return async (c, next) => {
    const origin = c.req.header("origin");
    // A proxy in front may use http or https, which cannot be seen from here. The host is the same.
    const isOwn = origin === undefined || /^https?:\/\/(.*)$/.exec(origin)?.[1] === c.req.header("host");
    if (isOwn) return next();
    if (isAllowed(origin)) return permit(c, next);
    if (c.req.method !== "GET" && c.req.method !== "HEAD") {
      throw new InputError("ORIGIN_REFUSED", `pages of ${origin.slice(0, 100)} may not use this API`, {
        hint: "add the origin to FIRN_ALLOWED_ORIGINS and restart Firn, or ask from a server",
      });
    }
    await next();
  };
}
