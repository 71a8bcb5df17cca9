import { type Effect, type EffectOf, effectsOfKind } from "../effects";
import { formatId, formatNodeId } from "../ids";
import { type Books, mismatch, note } from "./books";
import type { StakerEnd } from "./effects";
import type { StakerRecord } from "./records";
import { rankOf } from "./staker-order";
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
export function addStaker(books: Books, added: Added, tx: StakingTx): void {
  const { time } = books.state.chain();
  const status = time < books.rules.upgrades.durango ? "pending" : "current";
  const staker = stakerOf(added, tx, { status, time });
  if (status === "current") {
    startStaker(books, staker);
    return;
  }
  books.state.putStaker(staker);
  note(books, { kind: "staker.queued", staker });
}

/** Adds a staker of the genesis, whose transactions predate all rules. */
export function addGenesisStaker(books: Books, added: Added, tx: StakingTx): void {
  startStaker(books, stakerOf(added, tx, { status: "current", time: added.start }));
}

/** Starts the pending stakers whose start time has come. */
export function startPending(books: Books, time: bigint): void {
  for (;;) {
    const staker = books.state.nextStaker("pending");
    if (staker === undefined || staker.start > time) return;
    books.state.removeStaker(staker);
    const current = { ...staker, status: "current" } as const;
    startStaker(books, { ...current, rank: rankOf(current) });
  }
}

/** Removes permissioned validators whose end has come. All others wait for a transaction. */
export function expirePermissioned(books: Books, time: bigint): void {
  for (;;) {
    const staker = books.state.nextStaker("current");
    if (staker === undefined || staker.end > time || !staker.permissioned) return;
    endStaker(books, staker, "expired");
  }
}

export function endStaker(books: Books, staker: StakerRecord, end: StakerEnd): void {
  books.state.removeStaker(staker);
  note(books, { kind: "staker.ended", staker, end });
}

/** Removes a permissioned validator before its end, or before its start. @throws DataError LEDGER_MISMATCH */
export function removePermissioned(books: Books, place: { subnetId: Uint8Array; nodeId: Uint8Array }): void {
  const staker = books.state.validator("current", place) ?? books.state.validator("pending", place);
  if (staker === undefined) {
    throw mismatch(books, `${formatNodeId(place.nodeId)} does not validate ${formatId(place.subnetId)}`);
  }
  endStaker(books, staker, "removed");
}

/** Sets what an auto-renewed validator does at the end of its cycle. @throws DataError LEDGER_MISMATCH */
export function configureRenewal(books: Books, effect: EffectOf<"staker.configured">): void {
  const { stakingTxId, period, autoCompoundShares } = effect;
  const before = books.state.staker(stakingTxId);
  if (before?.autoRenew === undefined) {
    throw mismatch(books, `${formatId(stakingTxId)} is no auto-renewed validator`);
  }
  const staker = { ...before, autoRenew: { ...before.autoRenew, period, autoCompoundShares } };
  books.state.putStaker(staker);
  note(books, { kind: "staker.reconfigured", staker });
}

function startStaker(books: Books, staker: StakerRecord): void {
  const current = staker.permissioned
    ? staker
    : { ...staker, potentialReward: mintPotentialReward(books, staker.subnetId, staker) };
  books.state.putStaker(current);
  note(books, { kind: "staker.started", staker: current });
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
export function delegateeOf(books: Books, delegator: StakerRecord): StakerRecord {
  const validator = books.state.validator("current", delegator);
  if (validator === undefined) {
    throw mismatch(books, `${formatNodeId(delegator.nodeId)} does not validate, yet has a delegator`);
  }
  return validator;
}
