import { z } from "zod";
import { route } from "../route";
import { integerParameter, textParameter } from "./parameters";

/** How the API was used. */

const TAG = "Data API Usage Metrics";

export const USAGE_INTERVALS = ["minute", "hourly", "daily", "weekly", "monthly"] as const;
export type UsageInterval = (typeof USAGE_INTERVALS)[number];

export const USAGE_GROUPS = ["requestPath", "responseCode", "chainId", "apiKeyId", "requestType"] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

const usageValue = z
  .object({
    groupedBy: z.enum([...USAGE_GROUPS, "None"]),
    /** Absent without `groupBy`. A number for response codes. */
    groupValue: z.union([z.string(), z.number()]).optional(),
    totalRequests: z.int(),
    requestsPerSecond: z.number(),
    /** Of answers below 400. */
    successRatePercent: z.number(),
    /** To within 5 %. */
    medianResponseTimeMsecs: z.number(),
    /** With a status from 400 to 499. */
    invalidRequests: z.int(),
    /** What requests count against a limit: see docs/api-keys.md. */
    apiCreditsUsed: z.int(),
    /** By invalid requests. */
    apiCreditsWasted: z.int(),
  })
  .meta({ id: "UsageMetricsValueDTO" });
export type UsageValue = z.output<typeof usageValue>;

const anyText = textParameter((text) => {
  if (text.length > 200) throw new RangeError(text);
}, "a text of at most 200 characters");

export const getApiUsageMetrics = route({
  method: "get",
  path: "/v1/apiUsageMetrics",
  operationId: "getApiUsageMetrics",
  tag: TAG,
  manages: "usage",
  summary: "Get usage metrics for the Data API",
  description:
    "Requests that were made with API keys and without, by intervals; those without any are left out. A key is told of itself. Requests of the last seconds may be missing. Minutes are kept for two days, hours for sixty; what is older counts where its hour or day begins.",
  params: z.object({}),
  query: z.object({
    orgId: anyText.optional().describe("accepted, and means nothing: a Firn has one operator"),
    startTimestamp: integerParameter({ min: 0, max: 99_999_999_999 })
      .optional()
      .describe(
        "unix seconds, from 0 to 99999999999 (its day begins the answer; 30 days before the end by default)",
      ),
    endTimestamp: integerParameter({ min: 0, max: 99_999_999_999 })
      .optional()
      .describe("unix seconds, from 0 to 99999999999 (the answer ends before its day; now by default)"),
    timeInterval: z.enum(USAGE_INTERVALS).describe(USAGE_INTERVALS.join(", ")).default("daily"),
    groupBy: z.enum(USAGE_GROUPS).describe(USAGE_GROUPS.join(", ")).optional(),
    chainId: anyText.optional(),
    responseCode: anyText.optional(),
    requestType: z.enum(["data", "rpc"]).describe("data or rpc").optional(),
    apiKeyId: anyText.optional().describe("the name of a key, or (none)"),
    requestPath: anyText.optional().describe("a path as it is in this document"),
  }),
  response: z
    .object({
      /** The `timeInterval`. */
      aggregateDuration: z.string(),
      orgId: z.string(),
      /** Oldest first. */
      metrics: z.array(
        z.object({
          /** When the interval begins, unix seconds. */
          timestamp: z.int(),
          values: z.array(usageValue),
        }),
      ),
    })
    .meta({ id: "UsageMetricsResponseDTO" }),
});
