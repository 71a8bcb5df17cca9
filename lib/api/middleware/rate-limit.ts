import type { MiddlewareHandler } from "hono";
import { costOf } from "../../contract/costs";
import { InputError } from "../../errors";
import { Buckets } from "../access/buckets";
import type { Caller } from "../access/caller";
import { THIS_MACHINE } from "../access/client-address";
import type { ApiEnv } from "../env";

/** Units of cost a minute (`costOf`): of each address, and of each key without a limit of its own. */
export interface RateLimits {
  anonymous: number;
  keyed: number;
  /** The part of a minute's units that may be taken at once, percent; 100 by default. */
  burstPercent?: number;
  /** Clients on this machine have no limit; by default they have that of any address. */
  isLocalFree?: boolean;
}

export const DEFAULT_LIMITS: RateLimits = { anonymous: 6_000, keyed: 60_000, isLocalFree: true };

/** Most addresses remembered. Any further ones share a bucket. There are only as many keys as the operator made. */
const MAX_ADDRESSES = 10_000;

/**
 * Counts what requests cost, by a monotonic clock; this Firn's own are not counted. Answers to a key say how much is
 * left; a 429 says when to ask again.
 */
export function rateLimit(limits: RateLimits, steadyMs: () => number): MiddlewareHandler<ApiEnv> {
  const { burstPercent = 100 } = limits;
  const addresses = new Buckets(MAX_ADDRESSES);
  const keys = new Buckets(Number.POSITIVE_INFINITY);
  return async (c, next) => {
    const caller = c.get("caller");
    if (caller.kind === "own" || isFree(caller, limits)) return next();
    const limit = caller.kind === "key" ? (caller.key.limit ?? limits.keyed) : limits.anonymous;
    const rate = { perMinute: limit, burst: Math.max(1, Math.floor((limit * burstPercent) / 100)) };
    const cost = costOf(c.get("asked"), {
      method: c.req.method,
      query: new URL(c.req.url).searchParams,
    });
    const [buckets, name] =
      caller.kind === "key" ? [keys, caller.key.name] : ([addresses, caller.address] as const);
    const take = () => buckets.take(name, { cost, rate, nowMs: steadyMs() });
    c.set("charge", () => {
      const { granted, waitMs } = take();
      return granted ? 0 : Math.max(1, waitMs);
    });
    const { granted, remaining, waitMs } = take();
    const headers: Record<string, string> = {
      "ratelimit-policy": `${limit};w=60;burst=${rate.burst}`,
      "ratelimit-limit": String(limit),
      "ratelimit-remaining": String(remaining),
    };
    if (granted) {
      await next();
      if (caller.kind === "key")
        for (const [header, value] of Object.entries(headers)) c.res.headers.set(header, value);
      return;
    }
    const seconds = String(Math.ceil(waitMs / 1000));
    c.set("errorHeaders", { ...headers, "ratelimit-reset": seconds, "retry-after": seconds });
    const more = caller.kind === "key" ? "" : ", or with an API key";
    throw new InputError("RATE_LIMITED", `more than ${limit} requests in a minute`, {
      hint: `this one counts as ${cost}; ask again in ${seconds} s${more}`,
    });
  };
}

/** Who is refused is counted in any case: a program on this machine may not guess keys either. */
function isFree(caller: Caller, { isLocalFree = false }: RateLimits): boolean {
  if (caller.kind !== "address" || caller.refusal !== undefined) return false;
  return isLocalFree && caller.address === THIS_MACHINE;
}
