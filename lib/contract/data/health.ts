import { z } from "zod";
import { route } from "../route";

const indicators = z.record(z.string(), z.object({ status: z.enum(["up", "down"]) }));

const health = z
  .object({ status: z.enum(["ok", "error"]), info: indicators, error: indicators, details: indicators })
  .meta({ id: "HealthCheckResultDto" });

const ofService = { tag: "Health Check", params: z.object({}), query: z.object({}), response: health };

const HOW_FRESH =
  "Covers the database only. `GET /firn/v1/status` says how fresh its content is, and how the node is.";

export const dataHealthCheck = route({
  ...ofService,
  method: "get",
  path: "/v1/health-check",
  operationId: "data-health-check",
  summary: "Get the health of the service",
  description: `Whether the store of the Primary Network can be read, and its indexer was active within the last half minute. ${HOW_FRESH}`,
});

export const liveCheck = route({
  ...ofService,
  method: "get",
  path: "/v1/live-check",
  operationId: "live-check",
  summary: "Get the liveliness of the service (reads only)",
  description: `Whether the store of the Primary Network can be read. A store that does not exist yet is down. ${HOW_FRESH}`,
});

export const metricsHealthCheck = route({
  ...ofService,
  method: "get",
  api: "metrics",
  path: "/v2/health-check",
  operationId: "metrics-health-check",
  summary: "Get the health of the service",
  description: `Whether the stores of EVM chains can be read. Without any, there is nothing to be down. ${HOW_FRESH}`,
});
