import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { ApiEnv } from "../env";

/** Names each request: the caller's own `x-request-id` if it is plain, else a new one; said back in the answer. */
export const requestId: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const given = c.req.header("x-request-id");
  const id = given !== undefined && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
  c.set("requestId", id);
  await next();
  c.header("x-request-id", id);
};
