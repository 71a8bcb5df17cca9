import { z } from "zod";
import {
  idParameter,
  integerParameter,
  nodeIdParameter,
  pageSizeParameter,
  pageTokenParameter,
  percentParameter,
  u64Parameter,
} from "../data/parameters";
import { blsCredentials, subnetOwnershipInfo } from "../data/primary-network";
import { route } from "../route";

/**
 * Validators as the web's pages need them, beyond the public lists. Weights are nAVAX on the Primary Network, decimal
 * texts; times unix seconds. Everything is as of the indexed head, whose height and time each answer gives.
 */

const head = { height: z.int(), time: z.int() };

const subnetParameter = idParameter("a subnet id (the Primary Network by default)").optional();

/**
 * What this Firn's node reports about a validator now; absent if it does not answer or does not know the validator.
 * About itself it reports what its peers see (`info.uptime`), about others what it sees.
 */
const observed = {
  uptimePercent: z.number().optional(),
  connected: z.boolean().optional(),
};

/** A running validator in numbers. */
export const validatorLine = z
  .object({
    /** Its position in the list, from 1. */
    rank: z.int(),
    nodeId: z.string(),
    txHash: z.string(),
    /** Its own stake. */
    weight: z.string(),
    delegatedWeight: z.string(),
    delegatorCount: z.int(),
    /** What can still be delegated; absent if nobody can delegate. */
    room: z.string().optional(),
    delegationFeePercent: z.string().optional(),
    startTimestamp: z.number(),
    endTimestamp: z.number().optional(),
    ...observed,
  })
  .meta({ id: "FirnValidatorLine" });

/** Totals of one subnet's stake. */
export const stakeSummary = z
  .object({
    ...head,
    subnetId: z.string(),
    validatorCount: z.int(),
    weight: z.string(),
    delegatorCount: z.int(),
    delegatedWeight: z.string(),
    room: z.string(),
    /** nAVAX in existence; absent for other subnets, and if the ledger does not say. */
    supplyNavax: z.string().optional(),
    /** Validators whose period ends within 7 days of the wall clock, and their own and delegated weight. */
    endingSoon: z.object({ validatorCount: z.int(), weight: z.string() }),
    /** Own and delegated weight, largest first; the largest 1,000 at most. */
    strata: z.array(z.object({ nodeId: z.string(), weight: z.string() })),
    /** How many of the largest validators hold more than one third, and two thirds. */
    thirdCount: z.int(),
    twoThirdsCount: z.int(),
    /** The node that Firn indexes, if known. */
    ownNodeId: z.string().optional(),
    /** Number of validators that this Firn's node is not connected to; absent if it does not say. */
    notConnectedCount: z.int().optional(),
  })
  .meta({ id: "FirnStakeSummary" });

export const getStakeSummary = route({
  method: "get",
  path: "/firn/v1/stake",
  operationId: "firnStake",
  tag: "Firn",
  summary: "Totals of a subnet's running stake",
  params: z.object({}),
  query: z.object({ subnetId: subnetParameter }),
  response: stakeSummary,
});

const LINE_SORTS = ["stake", "room", "fee", "delegators", "ends"] as const;

export const listValidatorLines = route({
  method: "get",
  path: "/firn/v1/validators",
  operationId: "firnValidators",
  tag: "Firn",
  summary: "Running validators of a subnet in numbers",
  description:
    "Largest own and delegated stake first by default. All pages of a list show the state at its first page.",
  params: z.object({}),
  query: z.object({
    subnetId: subnetParameter,
    after: integerParameter({
      min: 0,
      max: 1_000_000,
      form: "a rank from 0 to 1000000, after which the list starts",
    }).optional(),
    minRoom: u64Parameter("nAVAX that can still be delegated, an integer of at least 0").optional(),
    maxFeePercent: percentParameter({ min: 0, max: 100 }).optional(),
    minUptimePercent: percentParameter({ min: 0, max: 100 }).optional(),
    minSecondsLeft: integerParameter({ min: 0, max: 2 ** 31 - 1 }).optional(),
    sortBy: z
      .enum(LINE_SORTS)
      .describe(`one of ${LINE_SORTS.join(", ")}`)
      .default("stake"),
    sortOrder: z.enum(["asc", "desc"]).describe("asc or desc").default("desc"),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 100, max: 1_000 }),
  }),
  response: z
    .object({ ...head, nextPageToken: z.string().optional(), validators: z.array(validatorLine) })
    .meta({ id: "FirnValidators" }),
});

const stakeStatus = z.enum(["pending", "active", "completed", "removed"]);

/** One period in full. */
export const validatorPeriod = validatorLine
  .omit({ rank: true, uptimePercent: true, connected: true })
  .extend({
    subnetId: z.string(),
    status: stakeStatus,
    /** Permissioned: chosen by the subnet's owner, without stake or reward. */
    permissioned: z.boolean(),
    /** Limit of its weight including delegations. */
    weightLimit: z.string().optional(),
    /** Reward of its own stake if it is rewarded, fixed at the start. */
    potentialReward: z.string().optional(),
    /** Its shares of delegators' rewards: accrued so far, and of running delegations if they are rewarded. */
    accruedDelegateeReward: z.string().optional(),
    estimatedDelegateeReward: z.string().optional(),
    validationRewardOwner: subnetOwnershipInfo.optional(),
    delegationRewardOwner: subnetOwnershipInfo.optional(),
    blsCredentials: blsCredentials.optional(),
    /** For auto-renewed validators. */
    autoRenew: z
      .object({
        /** Length of the next cycle; 0 leaves at the end of this one. */
        periodSeconds: z.int(),
        /** Share of the rewards that is restaked. */
        autoCompoundPercent: z.string(),
        configOwner: subnetOwnershipInfo,
        accruedRewards: z.string(),
        accruedDelegateeRewards: z.string(),
      })
      .optional(),
    /** Cycles so far, newest first, at most 100; for auto-renewed validators. */
    cycles: z
      .array(
        z.object({
          startTimestamp: z.number(),
          endTimestamp: z.number(),
          weight: z.string(),
          potentialReward: z.string(),
        }),
      )
      .optional(),
    /** The transaction that ended it, and whether it was rewarded. */
    endTxHash: z.string().optional(),
    rewarded: z.boolean().optional(),
  })
  .meta({ id: "FirnValidatorPeriod" });

/** A node with its current or last validations. */
export const firnValidator = z
  .object({
    ...head,
    nodeId: z.string(),
    /** Whether it is this Firn's own node. */
    isOwnNode: z.boolean(),
    /**
     * On the Primary Network: the running period, otherwise the next or the last one. Absent if it was never a
     * validator there.
     */
    period: validatorPeriod.optional(),
    ...observed,
    /** Percent of the Primary Network's stake, including delegations, while it runs. */
    stakePercent: z.number().optional(),
    /** Blocks proposed during `period`, by chain; without a period, since the beginning. */
    blocksProposed: z.array(z.object({ chain: z.enum(["p", "x", "c"]), count: z.int() })),
    /** Periods on permissioned and elastic subnets, newest first, at most 100. */
    subnetPeriods: z.array(
      validatorPeriod.pick({
        txHash: true,
        subnetId: true,
        status: true,
        weight: true,
        startTimestamp: true,
        endTimestamp: true,
      }),
    ),
    /** Validations of L1s, newest first, at most 100. */
    l1Validations: z.array(
      z.object({
        validationId: z.string(),
        subnetId: z.string(),
        weight: z.string(),
        balanceNavax: z.string().optional(),
        active: z.boolean(),
        /** When the balance is used up at the current fee. */
        runsOutTimestamp: z.number().optional(),
      }),
    ),
  })
  .meta({ id: "FirnValidator" });

export const getValidator = route({
  method: "get",
  path: "/firn/v1/validators/{nodeId}",
  operationId: "firnValidator",
  tag: "Firn",
  summary: "What a node validates",
  params: z.object({ nodeId: nodeIdParameter }),
  query: z.object({}),
  response: firnValidator,
});

export type ValidatorLine = z.infer<typeof validatorLine>;
export type ValidatorLineSort = (typeof LINE_SORTS)[number];
export type StakeSummary = z.infer<typeof stakeSummary>;
export type ValidatorPeriod = z.infer<typeof validatorPeriod>;
export type FirnValidator = z.infer<typeof firnValidator>;
