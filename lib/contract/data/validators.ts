import { z } from "zod";
import { route } from "../route";
import {
  idParameter,
  integerParameter,
  networkParameter,
  nodeIdParameter,
  pageSizeParameter,
  pageTokenParameter,
  percentParameter,
  sortOrderParameter,
  u64Parameter,
} from "./parameters";
import { blsCredentials } from "./primary-network";

const tag = "Primary Network";

/** Rewards in nAVAX: of the own stake, and shares of delegators' rewards. */
const rewards = z
  .object({
    /**
     * The potential reward of a running period depends on the ledger since genesis: absent without it, empty for SDKs.
     */
    validationRewardAmount: z.string().optional(),
    delegationRewardAmount: z.string().optional(),
    /** Owners of the own stake's reward, then of the shares if they differ; bech32 without a chain prefix. */
    rewardAddresses: z.array(z.string()).optional(),
    /** The transaction that paid. */
    rewardTxHash: z.string().optional(),
  })
  .meta({ id: "Rewards" });

/** A validator's period. Amounts are nAVAX (weight on permissioned subnets), times unix seconds. */
const period = {
  txHash: z.string(),
  nodeId: z.string(),
  subnetId: z.string(),
  amountStaked: z.string(),
  /** Percent of delegators' rewards that the validator keeps; absent for permissioned validators. */
  delegationFee: z.string().optional(),
  /** For an auto-renewed validator: of its current or last cycle. */
  startTimestamp: z.number(),
  /** Absent if the end of a cycle is unknown because the genesis is; 0 for SDKs. */
  endTimestamp: z.number().optional(),
  blsCredentials: blsCredentials.optional(),
};

export const pendingValidator = z
  .object({ ...period, validationStatus: z.literal("pending") })
  .meta({ id: "PendingValidatorDetails" });

export const activeValidator = z
  .object({
    ...period,
    validationStatus: z.literal("active"),
    /** Own and delegated stake in percent of the subnet's total stake. */
    stakePercentage: z.number(),
    delegatorCount: z.int(),
    amountDelegated: z.string(),
    /** nAVAX that can still be delegated; absent for permissioned validators. */
    delegationCapacity: z.string().optional(),
    potentialRewards: rewards,
    /** Percent as observed by this Firn's node now; absent if the node does not say, 0 for SDKs, which require it. */
    uptimePerformance: z.number().optional(),
    avalancheGoVersion: z.string().optional(),
    /**
     * Whether this Firn's node is connected to it, 100 or 0. Nobody here measures the others: only SDKs get them, as 0.
     */
    validatorHealth: z
      .object({
        reachabilityPercent: z.number(),
        benchedPChainRequestsPercent: z.number(),
        benchedXChainRequestsPercent: z.number(),
        benchedCChainRequestsPercent: z.number(),
      })
      .meta({ id: "ValidatorHealthDetails" })
      .optional(),
    /** Locations of nodes are not known here. Only SDKs get the field, because they refuse an answer without it. */
    geolocation: z.null().optional(),
  })
  .meta({ id: "ActiveValidatorDetails" });

export const completedValidator = z
  .object({
    ...period,
    validationStatus: z.literal("completed"),
    delegatorCount: z.int(),
    amountDelegated: z.string(),
    /** Amounts paid; 0 if the period was not rewarded. */
    rewards,
  })
  .meta({ id: "CompletedValidatorDetails" });

export const removedValidator = z
  .object({
    ...period,
    validationStatus: z.literal("removed"),
    removeTxHash: z.string().optional(),
    removeTimestamp: z.number().optional(),
  })
  .meta({ id: "RemovedValidatorDetails" });

export const validatorDetails = z.discriminatedUnion("validationStatus", [
  completedValidator,
  activeValidator,
  pendingValidator,
  removedValidator,
]);

const VALIDATION_STATUSES = ["completed", "active", "pending", "removed"] as const;
const SORT_BY = [
  "blockIndex",
  "delegationCapacity",
  "timeRemaining",
  "delegationFee",
  "uptimePerformance",
] as const;

const validationStatusParameter = z
  .enum(VALIDATION_STATUSES)
  .describe(VALIDATION_STATUSES.join(", "))
  .optional();

const response = z
  .object({ nextPageToken: z.string().optional(), validators: z.array(validatorDetails) })
  .meta({ id: "ListValidatorDetailsResponse" });

const capacityParameter = u64Parameter("nAVAX, an integer of at least 0").optional();
const secondsParameter = integerParameter({ min: 0, max: 2 ** 31 - 1 }).optional();
const feeParameter = percentParameter({ min: 2, max: 100 }).optional();
const uptimeParameter = percentParameter({ min: 0, max: 100 }).optional();

export const listValidators = route({
  method: "get",
  path: "/v1/networks/{network}/validators",
  operationId: "listValidators",
  tag,
  summary: "List validators",
  description:
    "Periods of validators of the Primary Network and of subnets (for L1s see l1Validators), newest first by default. Filtering or sorting by what only running periods have (capacity, time left, uptime) leaves out the others. All pages of a list show the state at its first page.",
  params: z.object({ network: networkParameter }),
  query: z.object({
    nodeIds: z
      .string()
      .min(1)
      .max(3_000)
      .describe("node ids or parts of them, comma separated, at most 64")
      .optional(),
    subnetId: idParameter("a subnet id").optional(),
    validationStatus: validationStatusParameter,
    minDelegationCapacity: capacityParameter,
    maxDelegationCapacity: capacityParameter,
    minTimeRemaining: secondsParameter,
    maxTimeRemaining: secondsParameter,
    minFeePercentage: feeParameter,
    maxFeePercentage: feeParameter,
    minUptimePerformance: uptimeParameter,
    maxUptimePerformance: uptimeParameter,
    sortBy: z
      .enum(SORT_BY)
      .describe(`one of ${SORT_BY.join(", ")}`)
      .default("blockIndex"),
    sortOrder: sortOrderParameter,
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter(),
  }),
  response,
});

export const getSingleValidatorDetails = route({
  method: "get",
  path: "/v1/networks/{network}/validators/{nodeId}",
  operationId: "getSingleValidatorDetails",
  tag,
  summary: "Get single validator details",
  description: "Periods of one node on the Primary Network and on subnets.",
  params: z.object({ network: networkParameter, nodeId: nodeIdParameter }),
  query: z.object({
    validationStatus: validationStatusParameter,
    sortOrder: sortOrderParameter,
    before: idParameter(
      "(Firn's own, sortOrder desc only) the staking transaction after which the list starts",
    ).optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter(),
  }),
  response,
});

export type ValidatorDetails = z.infer<typeof validatorDetails>;
