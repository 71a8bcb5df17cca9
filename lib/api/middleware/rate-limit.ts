import type { MiddlewareHandler } from "hono";
import { InputError } from "../../errors";
import type { ApiEnv } from "../env";

/** Requests per client and minute. */
export interface RateLimits {
  anonymous: number;
  keyed: number;
}

export const DEFAULT_LIMITS: RateLimits = { anonymous: 6_000, keyed: 60_000 };

const WINDOW_MS = 60_000;
/** Most clients remembered in one window. Any further ones share a budget. */
const MAX_CLIENTS = 10_000;

/**
 * Counts requests in windows of a minute, by a monotonic clock. Answers to a key say how many are left; a 429 says when
 * to retry.
 */
export function rateLimit(limits: RateLimits, steadyMs: () => number): MiddlewareHandler<ApiEnv> {
  let window = -1;
  let used = new Map<string, number>();
  return async (c, next) => {
    const now = steadyMs();
    if (Math.floor(now / WINDOW_MS) !== window) {
      window = Math.floor(now / WINDOW_MS);
      used = new Map();
    }
    const limit = c.get("keyed") ? limits.keyed : limits.anonymous;
    const client = used.has(c.get("client")) || used.size < MAX_CLIENTS ? c.get("client") : "everyone else";
    const count = (used.get(client) ?? 0) + 1;
    used.set(client, count);
    const headers: Record<string, string> = {
      "ratelimit-policy": `${limit};w=${WINDOW_MS / 1000}`,
      "ratelimit-limit": String(limit),
      "ratelimit-remaining": String(Math.max(0, limit - count)),
    };
    if (count <= limit) {
      await next();
      if (c.get("keyed")) for (const [name, value] of Object.entries(headers)) c.header(name, value);
      return;
    }
    const seconds = String(Math.ceil(((window + 1) * WINDOW_MS - now) / 1000));
    c.set("errorHeaders", { ...headers, "ratelimit-reset": seconds, "retry-after": seconds });
    throw new InputError("RATE_LIMITED", `more than ${limit} requests in a minute`, {
      hint: `ask again in ${seconds} s, or with an API key`,
    });
  };
}
