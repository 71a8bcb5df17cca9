import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { KEY_HEADERS, SECRET_HEADER, VISITOR_HEADER } from "../../contract/callers";
import { dataHealthCheck, liveCheck, metricsHealthCheck } from "../../contract/data/health";
import { getHealth, getReady } from "../../contract/firn/health";
import type { Route } from "../../contract/route";
import { InputError } from "../../errors";
import type { Refusal } from "../access/caller";
import { clientOf, type TrustedProxies } from "../access/client-address";
import type { KnownKeys } from "../access/known-keys";
import { CHALLENGE, GUESS_SECONDS, SIGN_IN_SENTENCES, type SignIn } from "../access/sign-in";
import type { ApiEnv } from "../env";
import { type Interface, interfaceOf, routeOf } from "../request/interface-of";

/** Whom the API answers. Where readers sign in, nothing is open to others. */
export interface Access {
  /** `keys`: whoever has a key, this Firn's own processes, and anybody who asks for `WATCHED`. */
  mode: "open" | "keys";
  keys: KnownKeys;
  /** By which this Firn's own processes prove themselves; undefined if none can. */
  secret: string | undefined;
  trustedProxies: TrustedProxies;
  /** What readers without a key need; undefined if nothing. */
  signIn: SignIn | undefined;
}

/** Whoever watches over this process has no key, and is answered whatever else is asked. */
export const WATCHED: ReadonlySet<Route | undefined> = new Set<Route>([
  getHealth,
  getReady,
  dataHealthCheck,
  liveCheck,
  metricsHealthCheck,
]);

/**
 * Recognises who asks: this Firn's own processes by their secret, others by their key, of Etherscan's clients in the
 * query, and everybody else by address.
 */
export function identify(access: Access, nowMs: () => number): MiddlewareHandler<ApiEnv> {
  const isSecret = secretTest(access.secret);
  return async (c, next) => {
    const route = routeOf(c.req.path);
    const form = interfaceOf(c.req.path, route);
    const isProven = isSecret(c.req.header(SECRET_HEADER));
    const visitor = isProven ? c.req.header(VISITOR_HEADER) : undefined;
    const inQuery = form === "etherscan" ? c.req.query("apikey") || undefined : undefined;
    const given =
      KEY_HEADERS.map((name) => c.req.header(name)).find((value) => value !== undefined) ?? inQuery;
    const key = given === undefined ? undefined : access.keys.find(given);
    const hasEnded = key?.endsAtMs !== undefined && nowMs() >= key.endsAtMs;
    c.set("asked", route);
    if (visitor !== undefined) c.set("caller", { kind: "address", address: visitor, refusal: undefined });
    else if (isProven) c.set("caller", { kind: "own" });
    else if (key !== undefined && !hasEnded) c.set("caller", { kind: "key", key });
    else {
      const peer = c.env.incoming?.socket.remoteAddress;
      const header = (name: string) => c.req.header(name);
      c.set("caller", {
        kind: "address",
        address: clientOf({ peer, forwardedFor: header("x-forwarded-for") }, access.trustedProxies),
        refusal:
          refusalOf({ isGiven: given !== undefined, hasEnded, form, route }, access) ??
          access.signIn?.refuse({ header, peer }),
      });
    }
    await next();
  };
}

/** A Firn without keys accepts any, and the metrics interface needs none, unless all of Firn is behind keys. */
function refusalOf(
  asked: { isGiven: boolean; hasEnded: boolean; form: Interface; route: Route | undefined },
  { mode, keys }: Access,
): Refusal | undefined {
  if (!asked.isGiven) return mode === "open" || WATCHED.has(asked.route) ? undefined : "missing";
  if (mode === "open" && (asked.form === "metrics" || !keys.areInUse)) return undefined;
  return asked.hasEnded ? "expired" : "unknown";
}

const SENTENCES: Record<Refusal, [message: string, hint: string]> = {
  ...SIGN_IN_SENTENCES,
  missing: [
    "this Firn answers to API keys only",
    "send yours as x-data-api-key or x-glacier-api-key, to /api also as apikey in the query",
  ],
  unknown: ["unknown API key", "send one that FIRN_API_KEYS has, or none if this Firn answers without"],
  expired: ["this API key has expired", "ask the operator of this Firn for another"],
};

/**
 * Refuses who may not ask, after the request counted against the rate limit: a misspelt key is reported, and keys cannot
 * be guessed by trying.
 * @throws InputError UNAUTHORIZED, RATE_LIMITED
 */
export function requireAdmission({ signIn }: Pick<Access, "signIn">): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const caller = c.get("caller");
    if (caller.kind !== "address" || caller.refusal === undefined) return next();
    const { refusal } = caller;
    const [message, hint] = SENTENCES[refusal];
    const isOfSignIn = refusal in SIGN_IN_SENTENCES;
    const isGuessing = refusal === "guessing";
    if (isGuessing) c.set("errorHeaders", { "retry-after": String(GUESS_SECONDS) });
    else if (isOfSignIn && signIn?.takesPassword) c.set("errorHeaders", CHALLENGE);
    const details = isOfSignIn ? { signIn: true } : {};
    throw new InputError(isGuessing ? "RATE_LIMITED" : "UNAUTHORIZED", message, { hint, details });
  };
}

function secretTest(secret: string | undefined): (given: string | undefined) => boolean {
  const expected = secret === undefined ? undefined : digest(secret);
  return (given) => expected !== undefined && given !== undefined && timingSafeEqual(digest(given), expected);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
