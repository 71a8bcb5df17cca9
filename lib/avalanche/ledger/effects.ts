import type { Output } from "../effects";
import type { L1ValidatorRecord, StakerRecord, SubnetRecord } from "./records";

/**
 * The closed list of a block's changes to the ledger beyond its transactions' own effects. Records are in their state
 * after the effect or, if something leaves, before it.
 */
export type LedgerEffect = LedgerChange & {
  /** The transaction that caused it, in this block or in the proposal before it; undefined for the passage of time. */
  by?: Uint8Array;
};

export type RewardType = "VALIDATOR" | "DELEGATOR" | "VALIDATOR_FEE";

/** Why a staker left. Only after `rewarded` does its potential reward stay in the supply. */
export type StakerEnd =
  | "rewarded"
  | "notRewarded"
  /** A permissioned validator reached its end. */
  | "expired"
  /** A permissioned validator was removed by a transaction. */
  | "removed";

export type L1ValidatorCause =
  | "registered"
  | "weightSet"
  | "balanceIncreased"
  | "disabled"
  /** Its balance does not pay for another second. */
  | "exhausted"
  /** Weight 0: it is no longer in the ledger. */
  | "removed";

/** A UTXO that is not among any transaction's outputs. `txId` and `outputIndex` are its own. */
interface LedgerUtxo {
  txId: Uint8Array;
  outputIndex: number;
  output: Output;
}

export type LedgerChange =
  | { kind: "time.advanced"; from: bigint; to: bigint }
  /** Accepted, will start later (before Durango). */
  | { kind: "staker.queued"; staker: StakerRecord }
  /** Started staking. Its potential reward is fixed. */
  | { kind: "staker.started"; staker: StakerRecord }
  /** An auto-renewed validator starts its next cycle. */
  | { kind: "staker.renewed"; staker: StakerRecord; ended: StakerRecord }
  /** An auto-renewed validator changes what happens at the end of this cycle. */
  | { kind: "staker.reconfigured"; staker: StakerRecord }
  /** A validator's share of a delegator's reward, paid when the validator leaves. */
  | { kind: "staker.shareAccrued"; staker: StakerRecord; amount: bigint }
  | { kind: "staker.ended"; staker: StakerRecord; end: StakerEnd }
  | ({ kind: "utxo.rewarded"; rewardType: RewardType; stakingTxId: Uint8Array } & LedgerUtxo)
  /** Stake principal, spendable from now on. Also what an aborted Apricot proposal would have staked. */
  | ({ kind: "utxo.unstaked" } & LedgerUtxo)
  /** The remaining balance of an L1 validator. */
  | ({ kind: "utxo.refunded"; validationId: Uint8Array } & LedgerUtxo)
  /** `change` is negative for a reward that is not paid. */
  | { kind: "supply.changed"; subnetId: Uint8Array; supply: bigint; change: bigint }
  /** `balance`: nAVAX left at chain time. */
  | { kind: "l1Validator.changed"; cause: L1ValidatorCause; validator: L1ValidatorRecord; balance: bigint }
  | { kind: "subnet.changed"; subnet: SubnetRecord };

/** The ledger's effect of a kind; see `EffectOf`. */
export type LedgerEffectOf<K extends LedgerEffect["kind"]> = {
  [P in K]: Extract<LedgerEffect, { kind: P }> & { kind: P };
}[K];
