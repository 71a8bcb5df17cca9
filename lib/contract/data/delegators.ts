import { z } from "zod";
import { route } from "../route";
import {
  idParameter,
  networkParameter,
  pageSizeParameter,
  pageTokenParameter,
  sortOrderParameter,
} from "./parameters";

/** A delegation. Amounts are nAVAX, times unix seconds. */
const delegation = {
  txHash: z.string(),
  nodeId: z.string(),
  /** bech32 without a chain prefix. */
  rewardAddresses: z.array(z.string()),
  amountDelegated: z.string(),
  /** Percent of the reward that the validator keeps; absent if the validator is not indexed, empty for SDKs. */
  delegationFee: z.string().optional(),
  startTimestamp: z.number(),
  endTimestamp: z.number().optional(),
};

/** Before and after the validator's share, if it is rewarded; absent without the genesis, empty for SDKs. */
const estimates = {
  estimatedGrossReward: z.string().optional(),
  estimatedNetReward: z.string().optional(),
};

export const delegatorDetails = z.discriminatedUnion("delegationStatus", [
  z
    .object({
      ...delegation,
      delegationStatus: z.literal("completed"),
      /** Amount paid, before and after the validator's share; 0 if it was not rewarded. */
      grossReward: z.string().optional(),
      netReward: z.string(),
    })
    .meta({ id: "CompletedDelegatorDetails" }),
  z
    .object({ ...delegation, delegationStatus: z.literal("active"), ...estimates })
    .meta({ id: "ActiveDelegatorDetails" }),
  z
    .object({ ...delegation, delegationStatus: z.literal("pending"), ...estimates })
    .meta({ id: "PendingDelegatorDetails" }),
]);

const DELEGATION_STATUSES = ["completed", "active", "pending"] as const;

export const listDelegators = route({
  method: "get",
  path: "/v1/networks/{network}/delegators",
  operationId: "listDelegators",
  tag: "Primary Network",
  summary: "List delegators",
  description:
    "Delegations, newest first by default. All filters must match. All pages of a list show the state at its first page.",
  params: z.object({ network: networkParameter }),
  query: z.object({
    rewardAddresses: z
      .string()
      .min(1)
      .describe(
        "up to 64 bech32 addresses with the network's prefix, comma separated, each with P- or X- before it or without",
      )
      .optional(),
    nodeIds: z
      .string()
      .min(1)
      .max(3_000)
      .describe("node ids (NodeID- and 20 bytes in cb58), comma separated, at most 64")
      .optional(),
    delegationStatus: z.enum(DELEGATION_STATUSES).describe(DELEGATION_STATUSES.join(", ")).optional(),
    sortOrder: sortOrderParameter,
    before: idParameter(
      "(Firn's own, sortOrder desc only) the staking transaction after which the list starts",
    ).optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter(),
  }),
  response: z
    .object({ nextPageToken: z.string().optional(), delegators: z.array(delegatorDetails) })
    .meta({ id: "ListDelegatorDetailsResponse" }),
});

export type DelegatorDetails = z.infer<typeof delegatorDetails>;
