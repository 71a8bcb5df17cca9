import { z } from "zod";
import { integerParameter, nodeIdParameter, pageSizeParameter, pageTokenParameter } from "../data/parameters";
import { route } from "../route";

const point = z
  .object({
    /** Unix seconds: when the day starts, or when the stake changed. */
    timestamp: z.int(),
    /** Its own stake after the last block of the day, or of that second; nAVAX. */
    weight: z.string(),
    /** What is delegated to it then, nAVAX. */
    delegatedWeight: z.string(),
    delegatorCount: z.int(),
    /** Paid during the day, or in that second; nAVAX: for its own stake, its share of delegators' rewards, and theirs. */
    validatorReward: z.string(),
    validatorFeeReward: z.string(),
    delegatorReward: z.string(),
  })
  .meta({ id: "FirnValidatorMetricsPoint" });

export const listValidatorMetrics = route({
  method: "get",
  path: "/firn/v1/validators/{nodeId}/metrics",
  operationId: "firnValidatorMetrics",
  tag: "Firn",
  summary: "Stake, delegations and rewards of a Primary Network validator over time",
  description:
    "By P-Chain time, newest first. By day: every UTC day from the first stake until the day of the indexed head, or until the last stake ended. By change: one point for each second in which something changed, so that the values hold until the point after it. Rewards are those paid out; what an auto-renewed validator restakes is in its weight.",
  params: z.object({ nodeId: nodeIdParameter }),
  query: z.object({
    timeInterval: z.enum(["day", "change"]).describe("day or change").default("day"),
    before: integerParameter({ min: 0, form: "unix seconds (returns points before it)" }).optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 100, max: 2_160 }),
  }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      points: z.array(point),
    })
    .meta({ id: "FirnValidatorMetrics" }),
});

const stakePoint = z
  .object({
    /** When the day starts, unix seconds. */
    timestamp: z.int(),
    /** Validators' own stake after the last block of the day, nAVAX. */
    weight: z.string(),
    /** What is delegated to them then, nAVAX. */
    delegatedWeight: z.string(),
    validatorCount: z.int(),
    delegatorCount: z.int(),
  })
  .meta({ id: "FirnStakeMetricsPoint" });

export const listStakeMetrics = route({
  method: "get",
  path: "/firn/v1/stake/metrics",
  operationId: "firnStakeMetrics",
  tag: "Firn",
  summary: "Stake, validators and delegations of the Primary Network over time",
  description:
    "By UTC day of P-Chain time, newest first: every day from the first stake until the day of the indexed head. Where counting takes long, the newest day may be of a block some minutes ago (`blockNumber`).",
  params: z.object({}),
  query: z.object({
    before: integerParameter({ min: 0, form: "unix seconds (returns days before it)" }).optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 100, max: 2_160 }),
  }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      /** Height of the P-Chain's block up to which stakes were counted. */
      blockNumber: z.string(),
      points: z.array(stakePoint),
    })
    .meta({ id: "FirnStakeMetrics" }),
});

export type StakeMetricsPoint = z.infer<typeof stakePoint>;
export type StakeMetricsPage = z.infer<(typeof listStakeMetrics)["response"]>;
export type ValidatorMetricsPoint = z.infer<typeof point>;
