import { z } from "zod";
import { evmChainIdParameter } from "../data/evm";
import { integerParameter, pageTokenParameter } from "../data/parameters";
import { route } from "../route";
import { figure } from "./chain-metrics";

/** Of series under their older addresses. */
export const olderQuery = z.object({
  from: integerParameter({
    min: 0,
    form: "unix seconds (gives days that begin at or after it)",
  }).optional(),
  to: integerParameter({ min: 0, form: "unix seconds (gives days that begin before it)" }).optional(),
  pageToken: pageTokenParameter.optional(),
  startKey: pageTokenParameter.optional().describe("the same as pageToken, under its other name"),
});

export const olderSeries = z
  .object({
    /** Unix seconds at which the day begins, and the figure. */
    results: z.array(z.object({ timestamp: z.int(), value: figure })),
    status: z.int(),
    /** When the last point was updated, unix seconds; absent while there is none. */
    lastRun: z.int().optional(),
    nextPageToken: z.string().optional(),
    /** `nextPageToken` again, for who asked with `startKey`. */
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
    "A point is a UTC day with blocks: its transactions divided by the seconds between the last block of the day before and its own last block; the first day is counted from its first block, a second at least. Newest first, 100 a page; today's point moves with every block.",
  params: z.object({ chainId: evmChainIdParameter }),
  query: olderQuery,
  response: olderSeries,
});
