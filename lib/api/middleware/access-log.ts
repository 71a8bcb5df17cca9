import type { MiddlewareHandler } from "hono";
import type { Log } from "../../log";
import type { Caller } from "../access/caller";
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
      ...callerOf(c.get("caller")),
    });
  };
}

/** A refused host is refused before anybody looks who asks. */
function callerOf(caller: Caller | undefined): { keyed: boolean; key?: string } {
  return caller?.kind === "key" ? { keyed: true, key: caller.key.name } : { keyed: false };
}
