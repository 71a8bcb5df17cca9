import { fromHex, toHex } from "../codec/bytes";
import type { BlsCredentials, Output, Owner, PChainOwner } from "../effects";
import type { GasState } from "./gas";
import type { RewardConfig } from "./rules";

/**
 * The P-Chain's ledger: state that the next block depends on and that its bytes do not contain. Records are immutable:
 * a change replaces a record. Ids and addresses are raw bytes, amounts bigint (nAVAX unless an asset is named), times
 * unix seconds.
 */

/** The single record of the chain as a whole. */
export interface ChainRecord {
  /** The last applied block: 32 bytes, its inner id. */
  readonly blockId: Uint8Array;
  readonly height: bigint;
  /** Chain time. */
  readonly time: bigint;
  readonly avaxAssetId: Uint8Array;
  /** ACP-103, from Etna on; all zero before. */
  readonly gas: GasState;
  /** ACP-77, from Etna on. `accrued`: what a validator active since Etna would have paid. */
  readonly validatorFee: { readonly excess: bigint; readonly accrued: bigint };
  /** The transaction (signed bytes) that the next block, an option block, commits or aborts. */
  readonly proposal?: Uint8Array;
}

/** A validator or delegator that waits to start (`pending`, only before Durango) or is staking (`current`). */
export interface StakerRecord {
  readonly txId: Uint8Array;
  readonly status: "pending" | "current";
  readonly role: "validator" | "delegator";
  readonly subnetId: Uint8Array;
  /** 20 bytes. */
  readonly nodeId: Uint8Array;
  /** Orders stakers that start or end in the same second, see staker-order.ts. */
  readonly rank: number;
  /** For auto-renewed validators: of the current cycle. */
  readonly start: bigint;
  readonly end: bigint;
  /** For auto-renewed validators: grows with every cycle. */
  readonly weight: bigint;
  /** Minted when the staker started, and removed again unless it is rewarded. 0 while pending. */
  readonly potentialReward: bigint;
  /** A permissioned subnet validator: no stake, no reward, removed at its end. */
  readonly permissioned: boolean;
  /** Returned at its end, under the staking transaction's id. */
  readonly stake: readonly { readonly outputIndex: number; readonly output: Output }[];
  /** Output index of the first reward, under the staking transaction's id. */
  readonly rewardIndex: number;
  readonly rewardsOwner?: Owner;
  readonly delegationRewardsOwner?: Owner;
  /** Parts per million of its delegators' rewards that a validator keeps. */
  readonly delegationShares?: number;
  readonly bls?: BlsCredentials;
  /** A validator's shares of its delegators' rewards, paid at its end (for validators that started after Cortina). */
  readonly delegateeReward: bigint;
  readonly autoRenew?: AutoRenewal;
}

/** ACP-236: what happens at the end of a cycle. */
export interface AutoRenewal {
  /** Length of the next cycle in seconds; 0 leaves. */
  readonly period: bigint;
  /** Parts per million of the rewards that are restaked. */
  readonly autoCompoundShares: number;
  readonly authority: Owner;
  /** Restaked rewards so far: part of the weight, paid at the end. */
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
  /** The smallest valid nonce of the next weight message. */
  readonly minNonce: bigint;
  /** The chain's accrued fees at which the balance is used up; 0 if inactive. */
  readonly endAccumulatedFee: bigint;
}

export interface SubnetRecord {
  readonly subnetId: Uint8Array;
  /** Undefined for the primary network. */
  readonly owner?: Owner;
  /** Supply of the staked asset: for the primary network and transformed (elastic) subnets. */
  readonly supply?: bigint;
  readonly transformation?: { readonly assetId: Uint8Array; readonly reward: RewardConfig };
  readonly conversion?: {
    /** sha256 of the SubnetToL1ConversionData. */
    readonly conversionId: Uint8Array;
    readonly managerChainId: Uint8Array;
    readonly managerAddress: Uint8Array;
  };
}

/** Tables of records. A record's key is an id of 32 bytes, or empty for the chain's single record. */
export interface Tables {
  chain: ChainRecord;
  staker: StakerRecord;
  l1Validator: L1ValidatorRecord;
  subnet: SubnetRecord;
}

/** A copy of a record with its own bytes: a view would keep the whole block, and its neighbours, in memory. */
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
 * A record as text for `parseRecord`. Records contain no free text, so bytes ("0x…") and bigints ("12n") are recognised
 * by their form.
 */
export function serializeRecord(record: Tables[keyof Tables]): string {
  return JSON.stringify(record, (_, value: unknown) => {
    if (typeof value === "bigint") return `${value}n`;
    return value instanceof Uint8Array ? toHex(value) : value;
  });
}

/** @throws SyntaxError for text not written by `serializeRecord` */
export function parseRecord<Table extends keyof Tables>(text: string): Tables[Table] {
  return JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== "string") return value;
    if (value.startsWith("0x")) return fromHex(value);
    return /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value;
  });
}
