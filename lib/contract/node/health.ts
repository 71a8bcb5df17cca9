import { z } from "zod";
import { method } from "../rpc";

/** The health API, at `/ext/health`. GET requests below it return the same as a document, with 503 if unhealthy. */

/** `error` is present while the check fails; it has failed since `timeOfFirstFailure`. */
const check = z.looseObject({
  message: z.unknown().optional(),
  error: z.string().optional(),
  timestamp: z.string(),
});

export const healthReport = z.object({ checks: z.record(z.string(), check), healthy: z.boolean() });

export type HealthReport = z.output<typeof healthReport>;

/** With tags: only the checks of these subnets, and those that belong to none. */
const params = z.object({ tags: z.array(z.string()).nullish() });

export const health = method("health.health", params, healthReport);
export const readiness = method("health.readiness", params, healthReport);
export const liveness = method("health.liveness", params, healthReport);
