import type { MiddlewareHandler } from "hono";
import { Counter, Histogram, type Registry } from "prom-client";
import type { ApiEnv } from "../env";

/** Methods that get a label of their own. */
const METHODS: readonly string[] = ["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"];

/** Seconds: from what one statement takes to what is given up (`MOST_MS` of the threads that read). */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counts answers by route and status, and how long they took. The route is its contract's path, without ids. */
export function countRequests(registry: Registry, nowMs: () => number): MiddlewareHandler<ApiEnv> {
  const answers = new Counter({
    name: "firn_api_requests_total",
    help: "Answers of the API.",
    labelNames: ["route", "method", "status"],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "firn_api_request_duration_seconds",
    help: "From a request to its answer.",
    labelNames: ["route"],
    buckets: BUCKETS,
    registers: [registry],
  });
  return async (c, next) => {
    const start = nowMs();
    await next();
    const route = c.get("route") ?? "none";
    const method = METHODS.includes(c.req.method) ? c.req.method : "other";
    answers.inc({ route, method, status: c.res.status });
    durations.observe({ route }, (nowMs() - start) / 1_000);
  };
}
