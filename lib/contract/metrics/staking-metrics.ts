import { z } from "zod";
import {
  endTimestampParameter,
  idParameter,
  networkParameter,
  pageSizeParameter,
  pageTokenParameter,
  startTimestampParameter,
} from "../data/parameters";
import { route } from "../route";
import { metricsPage } from "./chain-metrics";

export const STAKING_METRIC_NAMES = [
  "delegatorCount",
  "delegatorWeight",
  "validatorCount",
  "validatorWeight",
] as const;

const PRIMARY_NETWORK = "11111111111111111111111111111111LpoYY";

export const getStakingMetrics = route({
  method: "get",
  path: "/v2/networks/{network}/metrics/{metric}",
  api: "metrics",
  operationId: "getStakingMetrics",
  tag: "Chain Metrics",
  summary: "Get staking metrics of a subnet",
  description:
    "By UTC day of P-Chain time, newest first: every day from the subnet's first stake until the day of the indexed head, as it was after the last block of the day. Weights are nAVAX, on a permissioned subnet whatever its owner chose. The validators of an L1 stake nothing: 400.",
  params: z.object({
    network: networkParameter,
    metric: z.enum(STAKING_METRIC_NAMES).describe(`one of ${STAKING_METRIC_NAMES.join(", ")}`),
  }),
  query: z.object({
    subnetId: idParameter("subnet").default(PRIMARY_NETWORK),
    startTimestamp: startTimestampParameter,
    endTimestamp: endTimestampParameter,
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 100, max: 2_160 }),
  }),
  response: metricsPage,
});

export const getValidatorsByDateRange = route({
  method: "get",
  path: "/v2/subnets/{subnetId}/validators:getAddresses",
  api: "metrics",
  operationId: "getValidatorsByDateRange",
  tag: "Looking Glass",
  summary: "Get addresses that are rewarded for validating during a time frame",
  description:
    "The addresses that a validator's rewards go to, and the time of the transaction that added it (sortKey, unix seconds), oldest first: one item for each validation period that began before endTimestamp and, by its transaction, ends at or after startTimestamp. Validators of a permissioned subnet have no rewards, and an item without addresses.",
  params: z.object({ subnetId: idParameter("subnet") }),
  query: z.object({
    network: networkParameter.optional(),
    startTimestamp: startTimestampParameter,
    endTimestamp: endTimestampParameter,
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 1_000, max: 5_000 }),
  }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      addresses: z.array(
        z
          .object({
            /** In bech32 without `P-`. */
            addresses: z.array(z.string()),
            /** Unix seconds, as text; absent if the time of the block is not known. */
            sortKey: z.string().optional(),
          })
          .meta({ id: "PChainAddressDetails" }),
      ),
    })
    .meta({ id: "PChainLookingGlassResponse" }),
});
