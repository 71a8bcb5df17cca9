import { fromHex, toHex } from "../codec/bytes";
import type { BlsCredentials, Output, Owner, PChainOwner } from "../effects";
import type { GasState } from "./gas";
import type { RewardConfig } from "./rules";

/**
 * The books of the P-Chain: what the next block depends on and bytes don't say. Records are values: to change one is to
 * put another in its place. Ids and addresses are raw bytes, amounts bigint (nAVAX unless an asset is named), times
 * unix seconds.
 */

/** The one record about the chain as a whole. */
export interface ChainRecord {
  /** The last block that was applied: 32 bytes, its inner id. */
  readonly blockId: Uint8Array;
  readonly height: bigint;
  /** Chain time. */
  readonly time: bigint;
  readonly avaxAssetId: Uint8Array;
  /** ACP-103, from Etna on; all zero before. */
  readonly gas: GasState;
  /** ACP-77, from Etna on. `accrued` is what a validator active since Etna would have paid. */
  readonly validatorFee: { readonly excess: bigint; readonly accrued: bigint };
  /** The transaction (signed bytes) that the next block, an option, commits or aborts. */
  readonly proposal?: Uint8Array;
}

/** A validator or delegator that is waiting to start (`pending`, only before Durango) or staking (`current`). */
export interface StakerRecord {
  readonly txId: Uint8Array;
  readonly status: "pending" | "current";
  readonly role: "validator" | "delegator";
  readonly subnetId: Uint8Array;
  /** 20 bytes. */
  readonly nodeId: Uint8Array;
  /** Decides between stakers that start or end in the same second, see staker.ts. */
  readonly rank: number;
  /** Of the current cycle for auto-renewed validators. */
  readonly start: bigint;
  readonly end: bigint;
  /** Grows with every cycle for auto-renewed validators. */
  readonly weight: bigint;
  /** Minted when the staker started; taken back unless it is rewarded at its end. 0 while pending. */
  readonly potentialReward: bigint;
  /** A permissioned subnet validator: no stake, no reward, gone when its time is over. */
  readonly permissioned: boolean;
  /** Returned under the staking transaction's id at its end. */
  readonly stake: readonly { readonly outputIndex: number; readonly output: Output }[];
  /** Output index of the first reward under the staking transaction's id. */
  readonly rewardIndex: number;
  readonly rewardsOwner?: Owner;
  readonly delegationRewardsOwner?: Owner;
  /** Parts per million of its delegators' rewards that a validator keeps. */
  readonly delegationShares?: number;
  readonly bls?: BlsCredentials;
  /** A validator's shares of its delegators' rewards, paid at its end (validators that started after Cortina). */
  readonly delegateeReward: bigint;
  readonly autoRenew?: AutoRenewal;
}

/** ACP-236: what happens at the end of a cycle. */
export interface AutoRenewal {
  /** Seconds of the next cycle; 0 leaves. */
  readonly period: bigint;
  /** Parts per million of the rewards that are staked again. */
  readonly autoCompoundShares: number;
  readonly authority: Owner;
  /** Rewards staked again so far, part of the weight, paid at the end. */
  readonly accruedRewards: bigint;
  readonly accruedDelegateeRewards: bigint;
}

/** ACP-77: a validator of an L1 that was converted from a subnet. */
export interface L1ValidatorRecord {
  readonly validationId: Uint8Array;
  readonly subnetId: Uint8Array;
  readonly nodeId: Uint8Array;
  /** 48 bytes, compressed G1. */
  readonly publicKey: Uint8Array;
  readonly remainingBalanceOwner: PChainOwner;
  readonly deactivationOwner: PChainOwner;
  readonly start: bigint;
  readonly weight: bigint;
  /** The smallest nonce the next weight message may carry. */
  readonly minNonce: bigint;
  /** Where the accrued fees of the chain stand when the balance is used up; 0 when inactive. */
  readonly endAccumulatedFee: bigint;
}

export interface SubnetRecord {
  readonly subnetId: Uint8Array;
  /** Absent for the primary network. */
  readonly owner?: Owner;
  /** Of the staked asset: the primary network and transformed (elastic) subnets. */
  readonly supply?: bigint;
  readonly transformation?: { readonly assetId: Uint8Array; readonly reward: RewardConfig };
  readonly conversion?: {
    /** sha256 of the SubnetToL1ConversionData. */
    readonly conversionId: Uint8Array;
    readonly managerChainId: Uint8Array;
    readonly managerAddress: Uint8Array;
  };
}

/** The tables of records and the key of each: an id of 32 bytes, or nothing for the chain's one record. */
export interface Tables {
  chain: ChainRecord;
  staker: StakerRecord;
  l1Validator: L1ValidatorRecord;
  subnet: SubnetRecord;
}

/** A record whose bytes are its own: a view into a block would keep the whole of it, and its neighbours, in memory. */
export function ownCopy<Record extends Tables[keyof Tables]>(record: Record): Record {
  return copyDeep(record) as Record;
}

function copyDeep(value: unknown): unknown {
  if (value instanceof Uint8Array) {
    return value.byteLength === value.buffer.byteLength ? value : new Uint8Array(value);
  }
  if (Array.isArray(value)) return value.map(copyDeep);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copyDeep(part)]));
}

/**
 * A record as text that `parseRecord` reads back. No string inside a record is free text, so bytes ("0x…") and bigints
 * ("12n") are told apart by their form.
 */
export function serializeRecord(record: Tables[keyof Tables]): string {
  return JSON.stringify(record, (_, value: unknown) => {
    if (typeof value === "bigint") return `${value}n`;
    return value instanceof Uint8Array ? toHex(value) : value;
  });
}

/** @throws SyntaxError for text that `serializeRecord` did not write */
export function parseRecord<Table extends keyof Tables>(text: string): Tables[Table] {
  return JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== "string") return value;
    if (value.startsWith("0x")) return fromHex(value);
    return /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value;
  });
}
