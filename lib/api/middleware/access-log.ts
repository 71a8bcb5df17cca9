import type { MiddlewareHandler } from "hono";
import type { Log } from "../../log";
import type { ApiEnv } from "../env";

/** Logs one line per request: path, status and duration. Query values are left out, as they contain addresses. */
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
