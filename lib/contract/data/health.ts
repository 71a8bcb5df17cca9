import { z } from "zod";
import { route } from "../route";

const indicators = z.record(z.string(), z.object({ status: z.enum(["up", "down"]) }));

const health = z
  .object({ status: z.enum(["ok", "error"]), info: indicators, error: indicators, details: indicators })
  .meta({ id: "HealthCheckResultDto" });

const ofService = { tag: "Health Check", params: z.object({}), query: z.object({}), response: health };

const OF_PRIMARY_NETWORK =
  "Whether the store of the Primary Network can be read; a store that is not there yet is down.";

export const dataHealthCheck = route({
  ...ofService,
  method: "get",
  path: "/v1/health-check",
  operationId: "data-health-check",
  summary: "Get the health of the service",
  description: OF_PRIMARY_NETWORK,
});

export const liveCheck = route({
  ...ofService,
  method: "get",
  path: "/v1/live-check",
  operationId: "live-check",
  summary: "Get the liveliness of the service (reads only)",
  description: OF_PRIMARY_NETWORK,
});

export const metricsHealthCheck = route({
  ...ofService,
  method: "get",
  api: "metrics",
  path: "/v2/health-check",
  operationId: "metrics-health-check",
  summary: "Get the health of the service",
  description: "Whether the stores of EVM chains can be read; without any there is none that could be.",
});
