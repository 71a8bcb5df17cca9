import { z } from "zod";
import { idParameter, integerParameter, pageSizeParameter, pageTokenParameter } from "../data/parameters";
import { l1ValidatorManagerDetails, subnetOwnershipInfo } from "../data/primary-network";
import { route } from "../route";

/**
 * L1s and their validators as the web's pages need them. Amounts are nAVAX, weights the L1's own, both decimal texts;
 * times unix seconds. Everything is as of the indexed head, whose height and time each answer gives.
 */

export const head = { height: z.int(), time: z.int() };

/** The current fee of an active validator. */
export const feeNow = {
  /** nAVAX per validator and second. */
  feePerSecondNavax: z.string().optional(),
};

/** Totals of an L1's validators. `balance…` covers the active ones. */
const together = {
  activeCount: z.int(),
  inactiveCount: z.int(),
  activeWeight: z.string(),
  weight: z.string(),
  /** Absent if the ledger does not say. */
  balanceNavax: z.string().optional(),
  /** When the first active validator will have used up its balance, at the current fee. */
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
    /** Name of the chain with the validator manager, otherwise of the first chain. */
    name: z.string().optional(),
    convertedTimestamp: z.number().optional(),
    conversionTxHash: z.string().optional(),
    blockchains: z.array(l1Chain),
    ...together,
  })
  .meta({ id: "FirnL1Line" });

/** A validation that has not ended. */
export const l1ValidatorLine = z
  .object({
    validationId: z.string(),
    nodeId: z.string(),
    weight: z.string(),
    active: z.boolean(),
    /** Absent if the ledger does not say. */
    balanceNavax: z.string().optional(),
    /** At the current fee; absent if inactive. */
    runsOutTimestamp: z.number().optional(),
    /** When it became inactive. */
    inactiveSinceTimestamp: z.number().optional(),
  })
  .meta({ id: "FirnL1ValidatorLine" });

/** A change of a validation: by a transaction, or by the block in which its balance ran out. */
export const change = z.object({
  timestamp: z.number(),
  height: z.int(),
  /** Absent if the balance ran out. */
  txHash: z.string().optional(),
  txType: z.string().optional(),
  /** After the change. */
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
    /** The first to run out first, then inactive ones; at most `validators` (see firnL1Validators for all). */
    validators: z.array(l1ValidatorLine),
    /** Newest first, at most `changes` (see firnL1Changes for all). */
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
    /** Share of the L1's active weight; absent if this one is inactive. */
    weightPercent: z.number().optional(),
    /** The smallest valid nonce of the next weight message. */
    minNonce: z.string(),
    remainingBalanceOwner: subnetOwnershipInfo.omit({ locktime: true }),
    deactivationOwner: subnetOwnershipInfo.omit({ locktime: true }),
    removedTimestamp: z.number().optional(),
    removalTxHash: z.string().optional(),
    /** Newest first, at most 1,000 (see firnValidationChanges for all). */
    points: z.array(change),
  })
  .meta({ id: "FirnValidation" });

export const listL1s = route({
  method: "get",
  path: "/firn/v1/l1s",
  operationId: "firnL1s",
  tag: "Firn",
  summary: "L1s and their validators' balances",
  description: "Latest conversion first.",
  params: z.object({}),
  query: z.object({
    before: idParameter("the subnet id of the L1 after which the list starts").optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter(),
  }),
  response: z
    .object({
      ...head,
      ...feeNow,
      nextPageToken: z.string().optional(),
      l1s: z.array(l1Line),
      /** On all pages. */
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
  query: z.object({
    validators: integerParameter({ min: 0, max: 500 }).default(500),
    changes: integerParameter({ min: 0, max: 20 }).default(20),
  }),
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
