import { z } from "zod";
import { idParameter, pageSizeParameter, pageTokenParameter } from "../data/parameters";
import { l1ValidatorManagerDetails, subnetOwnershipInfo } from "../data/primary-network";
import { route } from "../route";

/**
 * L1s and their validators as the web's pages need them. Amounts are nAVAX, weights the L1's own, both decimal texts;
 * times unix seconds; everything as of the indexed head, whose height and time each answer says.
 */

const head = { height: z.int(), time: z.int() };

/** What an active validator pays now. */
const feeNow = {
  /** nAVAX per validator and second. */
  feePerSecondNavax: z.string().optional(),
};

/** Validators of an L1 together. `balance…` is what the active ones have left. */
const together = {
  activeCount: z.int(),
  inactiveCount: z.int(),
  activeWeight: z.string(),
  weight: z.string(),
  /** Absent where the ledger doesn't say. */
  balanceNavax: z.string().optional(),
  /** When the first of the active ones has used up its balance, at the fee now. */
  firstRunsOutTimestamp: z.number().optional(),
};

const l1Chain = z.object({
  blockchainId: z.string(),
  name: z.string(),
  vmId: z.string(),
  evmChainId: z.number().optional(),
});

export const l1Line = z
  .object({
    subnetId: z.string(),
    /** Of the chain with the validator manager, else of the first. */
    name: z.string().optional(),
    convertedTimestamp: z.number().optional(),
    conversionTxHash: z.string().optional(),
    blockchains: z.array(l1Chain),
    ...together,
  })
  .meta({ id: "FirnL1Line" });

/** A validation that is not over. */
export const l1ValidatorLine = z
  .object({
    validationId: z.string(),
    nodeId: z.string(),
    weight: z.string(),
    active: z.boolean(),
    /** Absent where the ledger doesn't say. */
    balanceNavax: z.string().optional(),
    /** At the fee now; absent when inactive. */
    runsOutTimestamp: z.number().optional(),
    /** When it became inactive. */
    inactiveSinceTimestamp: z.number().optional(),
  })
  .meta({ id: "FirnL1ValidatorLine" });

/** What made a validation what it is: a transaction, or the block in which its balance ran out. */
const change = z.object({
  timestamp: z.number(),
  height: z.int(),
  /** Absent when the balance ran out by itself. */
  txHash: z.string().optional(),
  txType: z.string().optional(),
  /** Right after it. */
  weight: z.string(),
  balanceNavax: z.string().optional(),
  paidInNavax: z.string(),
  paidBackNavax: z.string().optional(),
});

export const firnL1 = l1Line
  .extend({
    ...head,
    ...feeNow,
    owner: subnetOwnershipInfo,
    l1ValidatorManagerDetails,
    /** First to run out first, then the inactive ones; at most 500 (all: l1Validators). */
    validators: z.array(l1ValidatorLine),
    /** Newest first, at most 20. */
    changes: z.array(change.extend({ validationId: z.string(), nodeId: z.string() })),
  })
  .meta({ id: "FirnL1" });

export const firnValidation = l1ValidatorLine
  .extend({
    ...head,
    ...feeNow,
    validationIdHex: z.string(),
    subnetId: z.string(),
    registeredTimestamp: z.number(),
    registrationTxHash: z.string(),
    publicKey: z.string(),
    /** Of those of the L1 that are active; absent when this one is not. */
    weightPercent: z.number().optional(),
    /** The least nonce the next weight message may carry. */
    minNonce: z.string(),
    remainingBalanceOwner: subnetOwnershipInfo.omit({ locktime: true }),
    deactivationOwner: subnetOwnershipInfo.omit({ locktime: true }),
    removedTimestamp: z.number().optional(),
    removalTxHash: z.string().optional(),
    /** Newest first, at most 1,000. */
    points: z.array(change),
  })
  .meta({ id: "FirnValidation" });

export const listL1s = route({
  method: "get",
  path: "/firn/v1/l1s",
  operationId: "firnL1s",
  tag: "Firn",
  summary: "L1s and what their validators have left",
  description: "Latest conversion first.",
  params: z.object({}),
  query: z.object({
    before: idParameter("the subnet id of the L1 behind which the list starts").optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter(),
  }),
  response: z
    .object({
      ...head,
      ...feeNow,
      nextPageToken: z.string().optional(),
      l1s: z.array(l1Line),
      /** On all pages together. */
      l1Count: z.int(),
    })
    .meta({ id: "FirnL1s" }),
});

export const getL1 = route({
  method: "get",
  path: "/firn/v1/l1s/{subnetId}",
  operationId: "firnL1",
  tag: "Firn",
  summary: "An L1 with its validators and latest changes",
  params: z.object({ subnetId: idParameter("a subnet id") }),
  query: z.object({}),
  response: firnL1,
});

export const getValidation = route({
  method: "get",
  path: "/firn/v1/validations/{validationId}",
  operationId: "firnValidation",
  tag: "Firn",
  summary: "One L1 validator from registration to end",
  params: z.object({ validationId: idParameter("an L1 validation id") }),
  query: z.object({}),
  response: firnValidation,
});

export type L1Line = z.infer<typeof l1Line>;
export type L1ValidatorLine = z.infer<typeof l1ValidatorLine>;
export type FirnL1 = z.infer<typeof firnL1>;
export type FirnValidation = z.infer<typeof firnValidation>;
