import { z } from "zod";
import { method } from "../rpc";
import { encodingParam, idParam, nodeIdsParam, textsParam, u64, u64Param } from "./wire";

/**
 * The P-Chain API of stakers, supply and L1 validators. Times are unix seconds, amounts nAVAX unless an asset is named.
 */

const ofSubnet = z.object({ subnetID: idParam });

/** Who receives something, or may act. Addresses are P-Chain texts. */
const apiOwner = z.object({ locktime: u64, threshold: u64, addresses: z.array(z.string()) });

const staker = z.object({ txID: z.string(), startTime: u64, endTime: u64, weight: u64, nodeID: z.string() });

const delegator = staker.extend({ rewardOwner: apiOwner.optional(), potentialReward: u64 });

/**
 * A current validator. All have `nodeID`, `weight` and `startTime`. The rest depends on the subnet: `txID` and
 * `endTime` unless it is an L1; rewards, fee, delegators and the node's uptime report on the primary network; the
 * balance and its owners on an L1. `delegators` are listed if exactly one node was requested.
 */
const currentValidator = staker.partial({ txID: true, endTime: true }).extend({
  validationID: z.string().optional(),
  publicKey: z.string().optional(),
  remainingBalanceOwner: apiOwner.optional(),
  deactivationOwner: apiOwner.optional(),
  minNonce: u64.optional(),
  balance: u64.optional(),
  validationRewardOwner: apiOwner.optional(),
  delegationRewardOwner: apiOwner.optional(),
  potentialReward: u64.optional(),
  accruedDelegateeReward: u64.optional(),
  /** Percent, four digits. */
  delegationFee: z.string().optional(),
  uptime: z.string().optional(),
  connected: z.boolean().optional(),
  signer: z.object({ publicKey: z.string(), proofOfPossession: z.string() }).optional(),
  delegatorCount: u64.optional(),
  delegatorWeight: u64.optional(),
  delegators: z.array(delegator).optional(),
  /** ACP-236, auto-renewed validators only: who may change the following two. */
  validatorAuthority: apiOwner.optional(),
  /** Length of the next cycle in seconds; 0 if it leaves. */
  nextPeriod: u64.optional(),
  /** Parts per million of rewards that are restaked. */
  autoCompoundRewardShares: u64.optional(),
});

/** A current validator as the node writes it. */
export type ApiValidator = z.input<typeof currentValidator>;
export type ApiStaker = z.input<typeof staker>;
export type ApiOwner = z.input<typeof apiOwner>;
export type ApiDelegator = z.input<typeof delegator>;

/** Nodes that do not validate are left out. */
export const getCurrentValidators = method(
  "platform.getCurrentValidators",
  z.object({ subnetID: idParam, nodeIDs: nodeIdsParam }),
  z.object({ validators: z.array(currentValidator) }),
);

/** Active or inactive; `height` is the last accepted block's. */
export const getL1Validator = method(
  "platform.getL1Validator",
  z.object({ validationID: idParam }),
  currentValidator.extend({ subnetID: z.string(), height: u64 }),
);

/** An upper bound of what can be staked: burned fees still count. The interface document only has `supply`. */
export const getCurrentSupply = method(
  "platform.getCurrentSupply",
  ofSubnet,
  z.object({ supply: u64, height: u64.optional() }),
);

export const getTotalStake = method(
  "platform.getTotalStake",
  ofSubnet,
  z.object({ stake: u64, weight: u64 }),
);

export const getMinStake = method(
  "platform.getMinStake",
  ofSubnet,
  z.object({ minValidatorStake: u64, minDelegatorStake: u64 }),
);

/** The stake of addresses: by asset, and the outputs as bytes in `encoding`. */
export const getStake = method(
  "platform.getStake",
  z.object({
    addresses: textsParam,
    validatorsOnly: z
      .boolean()
      .nullish()
      .transform((only) => only ?? false),
    encoding: encodingParam,
  }),
  z.object({
    staked: u64,
    stakeds: z.record(z.string(), u64),
    stakedOutputs: z.array(z.string()),
    encoding: z.string(),
  }),
);

/** A height, or `proposed` for the height whose validators propose and sign now. */
const heightParam = z.union([z.literal("proposed"), u64Param]);

/** By node id. Inactive validators of an L1 are one entry with the zero node id and no key. */
export const getValidatorsAt = method(
  "platform.getValidatorsAt",
  z.object({ height: heightParam, subnetID: idParam }),
  z.record(z.string(), z.object({ publicKey: z.string().nullable(), weight: u64 })),
);

/** By subnet: those who can sign warp messages; `totalWeight` counts the others too. */
export const getAllValidatorsAt = method(
  "platform.getAllValidatorsAt",
  z.object({ height: heightParam }),
  z.object({
    validatorSets: z.record(
      z.string(),
      z.object({
        validators: z.array(z.object({ publicKey: z.string(), weight: u64, nodeIDs: z.array(z.string()) })),
        totalWeight: u64,
      }),
    ),
  }),
);

export const sampleValidators = method(
  "platform.sampleValidators",
  z.object({ size: u64Param, subnetID: idParam }),
  z.object({ validators: z.array(z.string()) }),
);
