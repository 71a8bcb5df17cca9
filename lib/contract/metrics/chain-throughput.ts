import { z } from "zod";
import { evmChainIdParameter } from "../data/evm";
import { integerParameter, pageTokenParameter } from "../data/parameters";
import { route } from "../route";
import { metricValue } from "./chain-metrics";

/** Query of series at their older addresses. */
export const olderQuery = z.object({
  from: integerParameter({
    min: 0,
    form: "unix seconds (returns days that start at or after it)",
  }).optional(),
  to: integerParameter({ min: 0, form: "unix seconds (returns days that start before it)" }).optional(),
  pageToken: pageTokenParameter.optional(),
  startKey: pageTokenParameter.optional().describe("the same as pageToken, under its other name"),
});

export const olderSeries = z
  .object({
    /** Unix seconds at which the day starts, and the value. */
    results: z.array(z.object({ timestamp: z.int(), value: metricValue })),
    status: z.int(),
    /** When the last point was updated, unix seconds; absent if there is none. */
    lastRun: z.int().optional(),
    nextPageToken: z.string().optional(),
    /** `nextPageToken` again, for callers that sent `startKey`. */
    nextPageStartKey: z.string().optional(),
  })
  .meta({ id: "LegacyEvmMetricsResponse" });

export const getAvgTps = route({
  method: "get",
  path: "/v1/avg_tps/{chainId}",
  api: "metrics",
  operationId: "getAvgTps",
  tag: "Chain Throughput",
  summary: "Get average transactions per second by day",
  description:
    "A point is a UTC day with blocks: its transactions divided by the seconds between the last block of the day before and its own last block. The first day counts from its first block, at least one second. Newest first, 100 per page; today's point changes with every block.",
  params: z.object({ chainId: evmChainIdParameter }),
  query: olderQuery,
  response: olderSeries,
});
