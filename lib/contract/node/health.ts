import { z } from "zod";
import { method } from "../rpc";

/** The health API, at `/ext/health`; GET below it answers the same as a document, with 503 when unhealthy. */

/** `error` is there while the check fails; a check has been failing since `timeOfFirstFailure`. */
const check = z.looseObject({
  message: z.unknown().optional(),
  error: z.string().optional(),
  timestamp: z.string(),
});

export const healthReport = z.object({ checks: z.record(z.string(), check), healthy: z.boolean() });

export type HealthReport = z.output<typeof healthReport>;

/** With tags, the checks of these subnets only (and those that belong to none). */
const params = z.object({ tags: z.array(z.string()).nullish() });

export const health = method("health.health", params, healthReport);
export const readiness = method("health.readiness", params, healthReport);
export const liveness = method("health.liveness", params, healthReport);
