import { z } from "zod";
import { parseId } from "../../avalanche/ids";
import { route } from "../route";
import { currencyParameter } from "./evm";
import {
  addressesParameter,
  MAX_ADDRESSES,
  networkParameter,
  pageSizeParameter,
  pageTokenParameter,
  sortOrderParameter,
  textParameter,
} from "./parameters";
import { assetAmount } from "./primary-network";
import { parseOutputName } from "./primary-network-utxos";

/** Rewards of stakes on the Primary Network, and on subnets that pay their own asset. Times are unix seconds. */

const tag = "Primary Network Rewards";

export const REWARD_TYPES = ["VALIDATOR", "DELEGATOR", "VALIDATOR_FEE"] as const;

const rewardType = z.enum(REWARD_TYPES);

const reward = {
  /** Receivers: bech32 without a chain prefix. */
  addresses: z.array(z.string()),
  /** The staking transaction; for a validator's share, the delegator's. */
  txHash: z.string(),
  amountStaked: z.string(),
  nodeId: z.string(),
  /** For an auto-renewed validator: of its current or last cycle. */
  startTimestamp: z.number(),
  /** Absent, with all that depends on it, if the end of a cycle is unknown because the genesis is; 0 for SDKs. */
  endTimestamp: z.number().optional(),
  rewardType,
};

const pendingReward = z
  .object({
    ...reward,
    /** Percent of the period that has passed. */
    progress: z.number().optional(),
    /** Without its amount if the genesis is unknown; empty for SDKs. */
    estimatedReward: assetAmount.partial({ amount: true }),
  })
  .meta({ id: "PendingReward" });

export const historicalReward = z
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

/** Whose rewards: `addresses` or `nodeIds` are required, and both must match if both are given. */
export const recipients = {
  addresses: addressesParameter({ max: MAX_ADDRESSES, chains: "P- or X-" }).optional(),
  nodeIds: z
    .string()
    .min(1)
    .max(3_000)
    .describe("node ids (NodeID- and 20 bytes in cb58), comma separated, at most 64")
    .optional(),
};

const query = z.object({
  ...recipients,
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
    "What running stakes will pay if they are rewarded, by the staking transaction's time. addresses (receivers) or nodeIds (stakers' nodes) are required; if both are given, both must match.",
  params,
  query: query.extend({
    before: textParameter(
      parsePendingName,
      "(Firn's own) <txHash>:<rewardType> of the reward after which the list starts",
    ).optional(),
  }),
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
    "Rewards that were paid, by the time of payment. addresses (receivers) or nodeIds (stakers' nodes) are required; if both are given, both must match. No prices are known.",
  params,
  query: query.extend({
    before: textParameter(
      parseOutputName,
      "(Firn's own) <rewardTxHash>:<outputIndex> of the reward after which the list starts",
    ).optional(),
    currency: currencyParameter,
  }),
  response: z
    .object({ nextPageToken: z.string().optional(), historicalRewards: z.array(historicalReward) })
    .meta({ id: "ListHistoricalRewardsResponse" }),
});

export type PendingReward = z.infer<typeof pendingReward>;
export type HistoricalReward = z.infer<typeof historicalReward>;

/** Parses `<txHash>:<rewardType>`. @throws InputError BAD_ID, ZodError */
export function parsePendingName(text: string): { txHash: string; rewardType: PendingReward["rewardType"] } {
  const [txHash = "", type] = text.split(":");
  parseId(txHash);
  return { txHash, rewardType: rewardType.parse(type) };
}
