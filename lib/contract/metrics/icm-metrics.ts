import { z } from "zod";
import { evmChainIdParameter, evmNetworkParameter } from "../data/evm";
import { messageChainParameter } from "../data/icm";
import {
  endTimestampParameter,
  pageSizeParameter,
  pageTokenParameter,
  startTimestampParameter,
} from "../data/parameters";
import { route } from "../route";
import { CHAIN_INTERVALS, windowsOf } from "./chain-metrics";

/** Counts of the messenger's messages between the indexed chains, and between those and others. */

const TAG = "Chain Metrics";
const COUNTED =
  "A message counts once, when its chain sent it first; one of a chain that is not indexed here, when it arrived. Time is that of the chain.";

export const ICM_GROUPS = [
  "srcBlockchainId",
  "destBlockchainId",
  "srcBlockchainId,destBlockchainId",
] as const;
export type IcmGroup = (typeof ICM_GROUPS)[number];

const filter = {
  srcBlockchainId: messageChainParameter.optional(),
  destBlockchainId: messageChainParameter.optional(),
  groupBy: z
    .enum(ICM_GROUPS)
    .describe(`one of ${ICM_GROUPS.join("; ")}`)
    .optional(),
  network: evmNetworkParameter,
};

/** Blockchain ids in cb58; empty where an item is of all. */
const pair = { srcBlockchainId: z.string(), destBlockchainId: z.string() };

export const getICMTimeseries = route({
  method: "get",
  path: "/v2/icm/timeseries",
  api: "metrics",
  operationId: "getICMTimeseries",
  tag: TAG,
  summary: "Get ICM timeseries metrics",
  description: `${COUNTED} Newest first; an interval without messages has no point. groupBy makes a point of each source, destination or pair.`,
  params: z.object({}),
  query: z.object({
    startTimestamp: startTimestampParameter,
    endTimestamp: endTimestampParameter,
    ...filter,
    timeInterval: z
      .enum(CHAIN_INTERVALS)
      .describe(`one of ${CHAIN_INTERVALS.join(", ")}`)
      .default("day"),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 100, max: 2_160 }),
  }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      /** Unix seconds at which the interval starts. */
      results: z.array(z.object({ value: z.int(), timestamp: z.int(), ...pair })),
    })
    .meta({ id: "ICMMetricsApiResponse" }),
});

const windows = z.object({ ...windowsOf(z.int()), ...pair });

export const getICMSummary = route({
  method: "get",
  path: "/v2/icm/summary",
  api: "metrics",
  operationId: "getICMSummary",
  tag: TAG,
  summary: "Get ICM summary metrics",
  description: `${COUNTED} Windows end with the newest indexed block of any chain; one that begins before what is indexed is left out. With groupBy, result is a list.`,
  params: z.object({}),
  query: z.object(filter),
  response: z
    .object({ result: z.union([windows, z.array(windows)]) })
    .meta({ id: "ICMRollingWindowMetricsApiResponse" }),
});

export const TELEPORTER_METRICS = [
  "teleporterSourceTxnCount",
  "teleporterDestinationTxnCount",
  "teleporterTotalTxnCount",
] as const;

export const getTeleporterMetricsByChain = route({
  method: "get",
  path: "/v2/chains/{chainId}/teleporterMetrics/{metric}",
  api: "metrics",
  operationId: "getTeleporterMetricsByChain",
  tag: TAG,
  deprecated: true,
  summary: "Get teleporter metrics of an EVM chain",
  description:
    "How many messages of the messenger the chain has sent, received, or both, each counted once. Of a chain whose older blocks are not indexed: 400.",
  params: z.object({
    chainId: evmChainIdParameter,
    metric: z.enum(TELEPORTER_METRICS).describe(`one of ${TELEPORTER_METRICS.join(", ")}`),
  }),
  query: z.object({}),
  response: z
    .object({ result: z.object({ value: z.int() }) })
    .meta({ id: "TeleporterChainMetricsApiResponse" }),
});
