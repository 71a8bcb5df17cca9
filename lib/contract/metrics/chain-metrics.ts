import { z } from "zod";
import { evmChainIdParameter } from "../data/evm";
import {
  endTimestampParameter,
  pageSizeParameter,
  pageTokenParameter,
  startTimestampParameter,
} from "../data/parameters";
import { route } from "../route";
import { METRIC_NAMES, ROLLING_METRIC_NAMES } from "./metrics";

export const CHAIN_INTERVALS = ["hour", "day", "week", "month"] as const;

/** Wei are written in full, however long. Everything else is exact as a number, or a quotient. */
export const metricValue = z.union([z.number(), z.bigint().meta({ type: "integer" })]);

/** A series, and the token of its next page. */
export const metricsPage = z
  .object({
    nextPageToken: z.string().optional(),
    /** Unix seconds at which the interval starts. */
    results: z.array(z.object({ value: metricValue, timestamp: z.int() })),
  })
  .meta({ id: "MetricsApiResponse" });

export const getEvmChainMetrics = route({
  method: "get",
  path: "/v2/chains/{chainId}/metrics/{metric}",
  api: "metrics",
  operationId: "getEvmChainMetrics",
  tag: "Chain Metrics",
  summary: "Get metrics of an EVM chain",
  description:
    "Newest first. An interval without blocks has no point; the newest point still changes. txCount, gasUsed, activeAddresses and activeSenders are given by hour, day, week (from Monday) and month; all others by day. Prices and fees are wei; rates are per second. Deployers are the senders or contracts that created contracts. Cumulative metrics count from genesis to the end of the day, cumulativeContracts to its beginning.",
  params: z.object({
    chainId: evmChainIdParameter,
    metric: z.enum(METRIC_NAMES).describe(`one of ${METRIC_NAMES.join(", ")}`),
  }),
  query: z.object({
    startTimestamp: startTimestampParameter,
    endTimestamp: endTimestampParameter,
    timeInterval: z
      .enum(CHAIN_INTERVALS)
      .describe(`one of ${CHAIN_INTERVALS.join(", ")}`)
      .default("day"),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 100, max: 2_160 }),
  }),
  response: metricsPage,
});

/** Rolling windows by name, in seconds. */
export const WINDOWS = {
  lastHour: 3_600,
  lastDay: 86_400,
  lastWeek: 7 * 86_400,
  lastMonth: 30 * 86_400,
  last90Days: 90 * 86_400,
  lastYear: 365 * 86_400,
  allTime: Number.POSITIVE_INFINITY,
} as const;
export type WindowName = keyof typeof WINDOWS;

/** A value for each window; one that is not known is left out. */
export function windowsOf<Value extends z.ZodType>(value: Value) {
  const optional = value.optional();
  return {
    lastHour: optional,
    lastDay: optional,
    lastWeek: optional,
    lastMonth: optional,
    last90Days: optional,
    lastYear: optional,
    allTime: optional,
  } satisfies Record<WindowName, z.ZodType>;
}

export const getEvmChainRollingWindowMetrics = route({
  method: "get",
  path: "/v2/chains/{chainId}/rollingWindowMetrics/{metric}",
  api: "metrics",
  operationId: "getEvmChainRollingWindowMetrics",
  tag: "Chain Metrics",
  summary: "Get rolling window metrics of an EVM chain",
  description:
    "By chain time, not by the wall clock: a window ends with the newest indexed block and covers an hour, a day, 7, 30, 90 or 365 days before it, or all time. Metrics are those of the days; avgTps and avgGps divide by the seconds of the window, for all time by those since the first block. activeAddresses and activeSenders are given for the hour, the day and the week. A chain without blocks has no window.",
  params: z.object({
    chainId: evmChainIdParameter,
    metric: z.enum(ROLLING_METRIC_NAMES).describe(`one of ${ROLLING_METRIC_NAMES.join(", ")}`),
  }),
  query: z.object({}),
  response: z
    .object({
      result: z.object(windowsOf(metricValue)),
    })
    .meta({ id: "RollingWindowMetricsApiResponse" }),
});
