import type { MiddlewareHandler } from "hono";
import type { Log } from "../../log";
import type { ApiEnv } from "../env";

/** One line per request: what was asked, how it went, how long it took. Query values stay out: they name addresses. */
export function accessLog(log: Log, nowMs: () => number): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const start = nowMs();
    await next();
    log.info("request", {
      requestId: c.get("requestId"),
      method: c.req.method,
      path: c.req.path.slice(0, 200),
      query: Object.keys(c.req.query()).slice(0, 20).join(),
      status: c.res.status,
      ms: nowMs() - start,
      dialect: c.get("dialect").name,
      keyed: c.get("keyed"),
    });
  };
}
