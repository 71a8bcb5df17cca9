import { z } from "zod";
import {
  endTimestampParameter,
  idParameter,
  nodeIdParameter,
  startTimestampParameter,
} from "../data/parameters";
import { route } from "../route";
import { metricsPage } from "./chain-metrics";

export const TOTAL_L1_METRIC_NAMES = [
  "totalCumulativeFeesDaily",
  "totalValidatorFeesDaily",
  "totalPayingValidatorsDaily",
] as const;
export const VALIDATION_METRIC_NAMES = ["validationCumulativeFeesDaily", "validationFeesDaily"] as const;
export const NODE_METRIC_NAMES = ["perNodeCumulativeFeesPaid", "perNodeDailyFeesPaid"] as const;
export const SUBNET_METRIC_NAMES = [
  "perSubnetDailyFeesPaid",
  "perSubnetCumulativeFeesPaid",
  "perSubnetPayingValidators",
] as const;

/** Days in one answer: it has no pages. */
export const MOST_L1_DAYS = 2_160;

const DESCRIPTION = `By UTC day of P-Chain time, newest first: every day from the first registration until the day of the indexed head, or until the balance was used up or paid back. Fees are nAVAX, and belong to the day of the block that took them; cumulative ones count until the end of the day. At most the newest ${MOST_L1_DAYS} days before endTimestamp.`;

const OF_ALL_L1S = {
  method: "get",
  api: "metrics",
  tag: "L1 Validator Metrics",
  description: DESCRIPTION,
  query: z.object({ startTimestamp: startTimestampParameter, endTimestamp: endTimestampParameter }),
  response: metricsPage,
} as const;

const metricParameter = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names).describe(`one of ${names.join(", ")}`);

export const getTotalL1ValidatorMetrics = route({
  ...OF_ALL_L1S,
  path: "/v2/validators/metrics/{metric}",
  operationId: "getTotalL1ValidatorMetrics",
  summary: "Get what all L1 validators pay, by day",
  params: z.object({ metric: metricParameter(TOTAL_L1_METRIC_NAMES) }),
});

export const getMetricsByValidationId = route({
  ...OF_ALL_L1S,
  path: "/v2/validation/{l1ValidationId}/metrics/{metric}",
  operationId: "getMetricsByValidationId",
  summary: "Get what an L1 validation pays, by day",
  params: z.object({
    l1ValidationId: idParameter("L1 validation"),
    metric: metricParameter(VALIDATION_METRIC_NAMES),
  }),
});

export const getMetricsByNodeId = route({
  ...OF_ALL_L1S,
  path: "/v2/validator/{nodeId}/metrics/{metric}",
  operationId: "getMetricsByNodeId",
  summary: "Get what a node pays for all its L1 validations, by day",
  params: z.object({ nodeId: nodeIdParameter, metric: metricParameter(NODE_METRIC_NAMES) }),
});

export const getMetricsBySubnetId = route({
  ...OF_ALL_L1S,
  path: "/v2/subnet/{subnetId}/metrics/{metric}",
  operationId: "getMetricsBySubnetId",
  summary: "Get what an L1's validators pay, by day",
  params: z.object({ subnetId: idParameter("subnet"), metric: metricParameter(SUBNET_METRIC_NAMES) }),
});
