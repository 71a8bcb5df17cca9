import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { InputError } from "../../errors";
import type { ApiEnv } from "../env";
import { interfaceOf } from "../request/interface-of";

/** Names of the key header, in the seed document and in the SDKs. Both mean the same. */
export const KEY_HEADERS = ["x-data-api-key", "x-glacier-api-key"] as const;

/** Recognises API keys, of Etherscan's clients in the query. A request without one is served too, at the lower rate limit. */
export function apiKey(keys: readonly string[]): MiddlewareHandler<ApiEnv> {
  const known = keys.map(digest);
  return async (c, next) => {
    const inQuery = interfaceOf(c.req.path) === "etherscan" ? c.req.query("apikey") || undefined : undefined;
    const given =
      KEY_HEADERS.map((name) => c.req.header(name)).find((value) => value !== undefined) ?? inQuery;
    const hash = given === undefined ? undefined : digest(given);
    const index = hash === undefined ? -1 : known.findIndex((key) => timingSafeEqual(key, hash));
    c.set("keyed", index >= 0);
    c.set("hasWrongKey", given !== undefined && known.length > 0 && index < 0);
    c.set(
      "client",
      index >= 0 ? `key ${index}` : `address ${c.env.incoming?.socket.remoteAddress ?? "unknown"}`,
    );
    await next();
  };
}

/**
 * Refuses an unknown key, after it counted against the rate limit: a misspelt key is reported, and keys cannot be
 * guessed by trying. A Firn without keys accepts any, and the metrics interface needs none.
 * @throws InputError UNAUTHORIZED
 */
export const requireKnownKey: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (c.get("hasWrongKey") && interfaceOf(c.req.path) !== "metrics") {
    throw new InputError("UNAUTHORIZED", "unknown API key", {
      hint: "leave the key out, or send one of FIRN_API_KEYS",
    });
  }
  await next();
};

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
