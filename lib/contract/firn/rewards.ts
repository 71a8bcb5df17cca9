import { z } from "zod";
import { currencyParameter, price } from "../data/evm";
import {
  endTimestampParameter,
  integerParameter,
  listParameter,
  nodeIdParameter,
  pageSizeParameter,
  pageTokenParameter,
  sortOrderParameter,
  startTimestampParameter,
  textParameter,
} from "../data/parameters";
import { assetAmount } from "../data/primary-network";
import { historicalReward, REWARD_TYPES, recipients } from "../data/primary-network-rewards";
import { parseOutputName } from "../data/primary-network-utxos";
import { route } from "../route";

/**
 * Statements of rewards: who was paid what and when, with running sums. Amounts are in the asset's smallest unit (nAVAX),
 * times unix seconds of the P-Chain. Values are at the price of the UTC day of payment, if FIRN_PRICES has it.
 */

const tag = "Firn";

const statementQuery = z.object({
  ...recipients,
  rewardTypes: listParameter(
    REWARD_TYPES,
    `comma separated, of ${REWARD_TYPES.join(", ")} (all by default)`,
  ).optional(),
  startTimestamp: startTimestampParameter.optional(),
  endTimestamp: endTimestampParameter.optional(),
  currency: currencyParameter,
});

const statementLine = historicalReward
  .extend({
    /** Of the block that paid; absent where no block says it. */
    rewardTimestamp: z.int().optional(),
    /** This reward and all before it in the statement, in the same asset. */
    runningTotal: z.string(),
    price: price.optional(),
    value: price.optional(),
  })
  .meta({ id: "FirnRewardStatementLine" });

export const listRewardStatement = route({
  method: "get",
  path: "/firn/v1/rewards",
  operationId: "firnRewards",
  tag,
  summary: "Statement of rewards: each payment with its time, its value and the sum so far",
  description:
    "The rewards of /v1/networks/{network}/rewards in the order of payment, of a stretch of time if one is given. The running sum begins with the statement. A reward whose time nobody knows is in statements without startTimestamp.",
  params: z.object({}),
  query: statementQuery.extend({
    sortOrder: sortOrderParameter,
    before: textParameter(
      parseOutputName,
      "<rewardTxHash>:<outputIndex> of the reward after which the list starts (sortOrder desc only)",
    ).optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 25, max: 1_000 }),
  }),
  response: z
    .object({ nextPageToken: z.string().optional(), rewards: z.array(statementLine) })
    .meta({ id: "FirnRewardStatement" }),
});

/** What was paid in some time, by what it was paid for. */
const paid = {
  count: z.int(),
  amount: z.string(),
  validator: z.string(),
  delegator: z.string(),
  validatorFee: z.string(),
  /** What payments were worth on their days; absent where one of them has no price. */
  value: price.optional(),
};

const expected = z
  .object({
    /** Rewards that running stakes may pay. */
    count: z.int(),
    /** If all of them are paid; absent where the amount of one is not known. */
    amount: z.string().optional(),
    /** When the first of their periods ends; absent without one. */
    nextTimestamp: z.number().optional(),
  })
  .meta({ id: "FirnRewardForecast" });

export const getRewardSummary = route({
  method: "get",
  path: "/firn/v1/rewards/summary",
  operationId: "firnRewardSummary",
  tag,
  summary: "Rewards added up: in all, by UTC year, by what they were paid for, and what is expected",
  description:
    "For each asset that rewards were or will be paid in, AVAX first. Rewards whose time nobody knows are in the sum and in no year. What is expected is of now, whatever stretch of time the statement has.",
  params: z.object({}),
  query: statementQuery,
  response: z
    .object({
      assets: z.array(
        z
          .object({
            asset: assetAmount.omit({ amount: true }),
            ...paid,
            years: z.array(z.object({ year: z.int(), ...paid }).meta({ id: "FirnRewardYear" })),
            expected,
          })
          .meta({ id: "FirnRewardAsset" }),
      ),
    })
    .meta({ id: "FirnRewardSummary" }),
});

const delegatorSum = z
  .object({
    /** Its place in the list, from 1. */
    rank: z.int(),
    /** Owners of the delegations' rewards: bech32 without a chain prefix. */
    addresses: z.array(z.string()),
    /** Delegations so far, and those that run. */
    delegationCount: z.int(),
    activeCount: z.int(),
    /** What runs now. */
    amountDelegated: z.string(),
    /** What was paid to the owner. */
    earned: z.string(),
    /** What the validator kept of it; absent where the amount of one reward is not known. */
    fee: z.string().optional(),
    /** The same of running delegations, if they are rewarded. */
    expected: z.string().optional(),
    expectedFee: z.string().optional(),
  })
  .meta({ id: "FirnDelegatorSum" });

export const listDelegatorSums = route({
  method: "get",
  path: "/firn/v1/validators/{nodeId}/delegators",
  operationId: "firnDelegators",
  tag,
  summary: "Who delegated to a Primary Network validator, what each earned, and what the validator kept",
  description:
    "Delegations of all periods of the node, added up by the owner of their rewards; who earned most comes first. All pages show the state at the first one.",
  params: z.object({ nodeId: nodeIdParameter }),
  query: z.object({
    after: integerParameter({ min: 1, form: "a rank (returns delegators after it)" }).optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 25, max: 1_000 }),
  }),
  response: z
    .object({ nextPageToken: z.string().optional(), delegators: z.array(delegatorSum) })
    .meta({ id: "FirnDelegators" }),
});

export type RewardStatementLine = z.infer<typeof statementLine>;
export type RewardSummary = z.infer<(typeof getRewardSummary)["response"]>;
export type RewardAsset = RewardSummary["assets"][number];
export type DelegatorSum = z.infer<typeof delegatorSum>;
