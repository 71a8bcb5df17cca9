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

export type ValidatorMetricsPoint = z.infer<typeof point>;
export type ValidatorMetricsPage = z.infer<(typeof listValidatorMetrics)["response"]>;
