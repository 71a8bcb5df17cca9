import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { ApiEnv } from "../env";

/** Names each request by the caller's `x-request-id` if it is plain, else by a new id. The answer repeats it. */
export const requestId: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const id = idOfRequest(c.req.header("x-request-id"));
  c.set("requestId", id);
  await next();
  c.res.headers.set("x-request-id", id);
};

/** @param given what the caller calls it */
export function idOfRequest(given: string | undefined): string {
  return given !== undefined && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}
