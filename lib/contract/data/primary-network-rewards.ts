import { z } from "zod";
import { route } from "../route";
import { currencyParameter } from "./evm";
import {
  addressesParameter,
  MAX_ADDRESSES,
  networkParameter,
  pageSizeParameter,
  pageTokenParameter,
  sortOrderParameter,
} from "./parameters";
import { assetAmount } from "./primary-network";

/** Rewards of stakes of the Primary Network and of subnets that pay their own asset. Times are unix seconds. */

const tag = "Primary Network Rewards";

const reward = {
  /** Who gets it: bech32 without a chain before it. */
  addresses: z.array(z.string()),
  /** The staking transaction; of a validator's share the delegator's. */
  txHash: z.string(),
  amountStaked: z.string(),
  nodeId: z.string(),
  /** Of an auto-renewed validator: the cycle it is in, or was in last. */
  startTimestamp: z.number(),
  /** Absent, like what depends on it, where the genesis, by which a cycle's end is known, is not known; 0 for SDKs. */
  endTimestamp: z.number().optional(),
  rewardType: z.enum(["VALIDATOR", "DELEGATOR", "VALIDATOR_FEE"]),
};

const pendingReward = z
  .object({
    ...reward,
    /** Percent of the period that is over. */
    progress: z.number().optional(),
    /** Without its amount where the genesis is not known; empty for SDKs. */
    estimatedReward: assetAmount.partial({ amount: true }),
  })
  .meta({ id: "PendingReward" });

const historicalReward = z
  .object({
    ...reward,
    utxoId: z.string(),
    outputIndex: z.int(),
    reward: assetAmount,
    /** The transaction that paid. */
    rewardTxHash: z.string(),
  })
  .meta({ id: "HistoricalReward" });

const params = z.object({ network: networkParameter });

const query = z.object({
  addresses: addressesParameter({ max: MAX_ADDRESSES, chains: "P- or X-" }).optional(),
  nodeIds: z
    .string()
    .min(1)
    .max(3_000)
    .describe("node ids (NodeID- and 20 bytes in cb58), comma separated, at most 64")
    .optional(),
  sortOrder: sortOrderParameter,
  pageToken: pageTokenParameter.optional(),
  pageSize: pageSizeParameter(),
});

export const listPendingPrimaryNetworkRewards = route({
  method: "get",
  path: "/v1/networks/{network}/rewards:listPending",
  operationId: "listPendingPrimaryNetworkRewards",
  tag,
  summary: "List pending rewards",
  description:
    "What running stakes will pay if they are rewarded, by the staking transaction's time. addresses (who will get it) or nodeIds (whose node) must be given; both narrow each other.",
  params,
  query,
  response: z
    .object({ nextPageToken: z.string().optional(), pendingRewards: z.array(pendingReward) })
    .meta({ id: "ListPendingRewardsResponse" }),
});

export const listHistoricalPrimaryNetworkRewards = route({
  method: "get",
  path: "/v1/networks/{network}/rewards",
  operationId: "listHistoricalPrimaryNetworkRewards",
  tag,
  summary: "List historical rewards",
  description:
    "Rewards that were paid, by the time of payment. addresses (who got it) or nodeIds (whose node) must be given; both narrow each other. No prices are known.",
  params,
  query: query.extend({ currency: currencyParameter }),
  response: z
    .object({ nextPageToken: z.string().optional(), historicalRewards: z.array(historicalReward) })
    .meta({ id: "ListHistoricalRewardsResponse" }),
});

export type PendingReward = z.infer<typeof pendingReward>;
export type HistoricalReward = z.infer<typeof historicalReward>;
