import { z } from "zod";
import { evmChainIdParameter } from "../data/evm";
import {
  endTimestampParameter,
  pageSizeParameter,
  pageTokenParameter,
  startTimestampParameter,
} from "../data/parameters";
import { route } from "../route";

/** What is counted by day only. */
export const DAILY_METRICS = [
  "avgTps",
  "maxTps",
  "avgGps",
  "maxGps",
  "avgGasPrice",
  "maxGasPrice",
  "feesPaid",
  "contracts",
  "cumulativeTxCount",
  "cumulativeContracts",
] as const;

const METRICS = ["txCount", "gasUsed", "activeAddresses", "activeSenders", ...DAILY_METRICS] as const;
export type ChainMetric = (typeof METRICS)[number];

const INTERVALS = ["hour", "day", "week", "month"] as const;

export const getEvmChainMetrics = route({
  method: "get",
  path: "/v2/chains/{chainId}/metrics/{metric}",
  api: "metrics",
  operationId: "getEvmChainMetrics",
  tag: "Chain Metrics",
  summary: "Get metrics of an EVM chain",
  description:
    "Newest first; an interval without blocks has no point, the newest point moves. txCount and gasUsed are given by hour, day, week (from Monday) and month; activeAddresses and activeSenders by hour and day; all others by day. Prices and fees are wei; rates are per second.",
  params: z.object({
    chainId: evmChainIdParameter,
    metric: z.enum(METRICS).describe(`one of ${METRICS.join(", ")}`),
  }),
  query: z.object({
    startTimestamp: startTimestampParameter,
    endTimestamp: endTimestampParameter,
    timeInterval: z
      .enum(INTERVALS)
      .describe(`one of ${INTERVALS.join(", ")}`)
      .default("day"),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 100, max: 2_160 }),
  }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      /** Unix seconds at which the interval begins. */
      results: z.array(z.object({ value: z.number(), timestamp: z.int() })),
    })
    .meta({ id: "MetricsApiResponse" }),
});
