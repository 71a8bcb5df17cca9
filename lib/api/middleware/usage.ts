import type { MiddlewareHandler } from "hono";
import { costOf } from "../../contract/costs";
import type { ApiEnv } from "../env";
import type { UsageRecorder } from "../usage/recorder";

/** Counts requests for those who made them. This Firn's own processes are nobody's. */
export function countUsage(usage: UsageRecorder, steadyMs: () => number): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const start = steadyMs();
    await next();
    const caller = c.get("caller");
    if (caller.kind === "own") return;
    const route = c.get("asked");
    const query = new URL(c.req.url).searchParams;
    // What somebody wrote into a path counts as a chain once it was one.
    const place = c.res.ok ? (route?.path.split("/").indexOf("{chainId}") ?? -1) : -1;
    usage.add({
      key: caller.kind === "key" ? caller.key.name : undefined,
      route: route?.path ?? c.get("route") ?? "none",
      chain: place < 0 ? undefined : c.req.path.split("/")[place],
      status: c.res.status,
      credits: costOf(route, { method: c.req.method, query }),
      ms: steadyMs() - start,
    });
  };
}
