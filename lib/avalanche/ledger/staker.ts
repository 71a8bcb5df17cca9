import { type Effect, type EffectOf, effectsOfKind } from "../effects";
import { formatId, formatNodeId } from "../ids";
import { type LedgerDraft, mismatch, note } from "./draft";
import type { StakerEnd } from "./effects";
import type { StakerRecord } from "./records";
import { rankOf } from "./staker-order";
import type { ValidatorKey } from "./state";
import { mintPotentialReward } from "./supply";

type Added = EffectOf<"staker.added">;

/** The parts of the transaction that adds a staker that the ledger needs. */
export interface StakingTx {
  txId: Uint8Array;
  /** Added by AddDelegatorTx, which starts before validators of the same second. */
  apricotDelegator: boolean;
  /** All effects of the transaction, including its stake. */
  effects: readonly Effect[];
}

/** Adds a staker: as pending before Durango, later as current from chain time on. */
export function addStaker(ledger: LedgerDraft, added: Added, tx: StakingTx): void {
  const { time } = ledger.state.chain();
  const status = time < ledger.rules.upgrades.durango ? "pending" : "current";
  const staker = stakerOf(added, tx, { status, time });
  if (status === "current") {
    startStaker(ledger, staker);
    return;
  }
  ledger.state.putStaker(staker);
  note(ledger, { kind: "staker.queued", staker });
}

/** Adds a staker of the genesis, whose transactions predate all rules. */
export function addGenesisStaker(ledger: LedgerDraft, added: Added, tx: StakingTx): void {
  startStaker(ledger, stakerOf(added, tx, { status: "current", time: added.start }));
}

/** Starts the pending stakers whose start time has come. */
export function startPending(ledger: LedgerDraft, time: bigint): void {
  for (;;) {
    const staker = ledger.state.nextStaker("pending");
    if (staker === undefined || staker.start > time) return;
    ledger.state.removeStaker(staker);
    const current = { ...staker, status: "current" } as const;
    startStaker(ledger, { ...current, rank: rankOf(current) });
  }
}

/** Removes permissioned validators whose end has come. All others wait for a transaction. */
export function expirePermissioned(ledger: LedgerDraft, time: bigint): void {
  for (;;) {
    const staker = ledger.state.nextStaker("current");
    if (staker === undefined || staker.end > time || !staker.permissioned) return;
    endStaker(ledger, staker, "expired");
  }
}

export function endStaker(ledger: LedgerDraft, staker: StakerRecord, end: StakerEnd): void {
  ledger.state.removeStaker(staker);
  note(ledger, { kind: "staker.ended", staker, end });
}

/** Removes a permissioned validator before its end, or before its start. @throws DataError LEDGER_MISMATCH */
export function removePermissioned(ledger: LedgerDraft, key: ValidatorKey): void {
  const staker = ledger.state.validator("current", key) ?? ledger.state.validator("pending", key);
  if (staker === undefined) {
    throw mismatch(ledger, `${formatNodeId(key.nodeId)} does not validate ${formatId(key.subnetId)}`);
  }
  endStaker(ledger, staker, "removed");
}

/** Sets what an auto-renewed validator does at the end of its cycle. @throws DataError LEDGER_MISMATCH */
export function configureRenewal(ledger: LedgerDraft, effect: EffectOf<"staker.configured">): void {
  const { stakingTxId, period, autoCompoundShares } = effect;
  const before = ledger.state.staker(stakingTxId);
  if (before?.autoRenew === undefined) {
    throw mismatch(ledger, `${formatId(stakingTxId)} is no auto-renewed validator`);
  }
  const staker = { ...before, autoRenew: { ...before.autoRenew, period, autoCompoundShares } };
  ledger.state.putStaker(staker);
  note(ledger, { kind: "staker.reconfigured", staker });
}

function startStaker(ledger: LedgerDraft, staker: StakerRecord): void {
  const current = staker.permissioned
    ? staker
    : { ...staker, potentialReward: mintPotentialReward(ledger, staker.subnetId, staker) };
  ledger.state.putStaker(current);
  note(ledger, { kind: "staker.started", staker: current });
}

function stakerOf(
  added: Added,
  tx: StakingTx,
  when: { status: StakerRecord["status"]; time: bigint },
): StakerRecord {
  const { role, subnetId, nodeId, permissioned, autoRenew } = added;
  const start = when.status === "pending" ? added.start : when.time;
  const ranked = { status: when.status, role, subnetId, permissioned };
  const stake = effectsOfKind(tx.effects, "utxo.staked").map(({ outputIndex, output }) => ({
    outputIndex,
    output,
  }));
  const produced = effectsOfKind(tx.effects, "utxo.produced").length;
  return {
    ...ranked,
    txId: tx.txId,
    nodeId,
    rank: rankOf(ranked, tx.apricotDelegator),
    start,
    end: added.end ?? start + (autoRenew?.period ?? 0n),
    weight: added.weight,
    potentialReward: 0n,
    stake,
    rewardIndex: produced + stake.length,
    delegateeReward: 0n,
    ...(added.rewardsOwner && { rewardsOwner: added.rewardsOwner }),
    ...(added.delegationRewardsOwner && { delegationRewardsOwner: added.delegationRewardsOwner }),
    ...(added.delegationShares !== undefined && { delegationShares: added.delegationShares }),
    ...(added.bls && { bls: added.bls }),
    ...(autoRenew && { autoRenew: { ...autoRenew, accruedRewards: 0n, accruedDelegateeRewards: 0n } }),
  };
}

/** The current validator of a delegator. @throws DataError LEDGER_MISMATCH */
export function delegateeOf(ledger: LedgerDraft, delegator: StakerRecord): StakerRecord {
  const validator = ledger.state.validator("current", delegator);
  if (validator === undefined) {
    throw mismatch(ledger, `${formatNodeId(delegator.nodeId)} does not validate, yet has a delegator`);
  }
  return validator;
}
