import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { InputError } from "../../errors";
import type { ApiEnv } from "../env";
import { interfaceOf } from "../request/interface-of";

/** The seed's name of the key header and the one of the SDKs; equivalent. */
export const KEY_HEADERS = ["x-data-api-key", "x-glacier-api-key"] as const;

/** Recognises keys. Without one a request is served all the same, at the lower limit. */
export function apiKey(keys: readonly string[]): MiddlewareHandler<ApiEnv> {
  const known = keys.map(digest);
  return async (c, next) => {
    const given = KEY_HEADERS.map((name) => c.req.header(name)).find((value) => value !== undefined);
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
 * Refuses a key that is none of this Firn's, after it was counted: whoever misspells one is told, and nobody can try them
 * all. A Firn without keys takes any, and the metrics interface asks for none.
 * @throws InputError UNAUTHORIZED
 */
export const requireKnownKey: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (c.get("hasWrongKey") && interfaceOf(c.req.path) === "data") {
    throw new InputError("UNAUTHORIZED", "the API key is none of this Firn's", {
      hint: "leave the key out, or send one of FIRN_API_KEYS",
    });
  }
  await next();
};

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
