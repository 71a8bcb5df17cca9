import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { ApiEnv } from "../env";

/** The seed's name of the key header and the one of the SDKs; equivalent. */
export const KEY_HEADERS = ["x-data-api-key", "x-glacier-api-key"] as const;

/** Recognises keys. Without one, or with an unknown one, a request is served all the same, at the lower limit. */
export function apiKey(keys: readonly string[]): MiddlewareHandler<ApiEnv> {
  const known = keys.map(digest);
  return async (c, next) => {
    const given = KEY_HEADERS.map((name) => c.req.header(name)).find((value) => value !== undefined);
    const hash = given === undefined ? undefined : digest(given);
    const index = hash === undefined ? -1 : known.findIndex((key) => timingSafeEqual(key, hash));
    c.set("keyed", index >= 0);
    c.set(
      "client",
      index >= 0 ? `key ${index}` : `address ${c.env.incoming?.socket.remoteAddress ?? "unknown"}`,
    );
    await next();
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
