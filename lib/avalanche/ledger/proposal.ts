import { equalBytes } from "../codec/bytes";
import type { Output, Owner } from "../effects";
import { formatId } from "../ids";
import { type LedgerDraft, mismatch, note } from "./draft";
import type { RewardType } from "./effects";
import type { AutoRenewal, StakerRecord } from "./records";
import { splitReward } from "./reward";
import { delegateeOf, endStaker } from "./staker";
import { changeSupply, mintPotentialReward } from "./supply";
import { subtractFloored } from "./u64";

/** A reward to be paid. */
interface Payment {
  rewardType: RewardType;
  amount: bigint;
  owner: Owner | undefined;
}

/**
 * Ends a staking period. The stake returns in any case. The potential reward is paid if the option block commits, and
 * removed from the supply if it aborts. A validator's accrued shares of its delegators' rewards are paid either way:
 * they were earned.
 * @throws DataError LEDGER_MISMATCH
 * @source avalanchego vms/platformvm/txs/executor/proposal_tx_executor.go
 */
export function rewardStaker(ledger: LedgerDraft, stakingTxId: Uint8Array, committed: boolean): void {
  const staker = endingStaker(ledger, stakingTxId);
  unstake(ledger, staker);
  if (staker.role === "validator") {
    pay(ledger, staker, [
      {
        rewardType: "VALIDATOR",
        amount: committed ? staker.potentialReward : 0n,
        owner: staker.rewardsOwner,
      },
      { rewardType: "VALIDATOR_FEE", amount: staker.delegateeReward, owner: staker.delegationRewardsOwner },
    ]);
  } else if (committed) {
    rewardDelegator(ledger, staker);
  }
  leave(ledger, staker, committed);
}

/**
 * Ends a cycle of an auto-renewed validator. If it is committed and a period follows, the part of the rewards that is
 * not restaked is paid and the next cycle starts. Otherwise the validator leaves with everything it has accrued,
 * without this cycle's reward if aborted. Payments are outputs of the proposing transaction `txId`.
 * @throws DataError LEDGER_MISMATCH
 * @source ACP-236; avalanchego vms/platformvm/txs/executor/proposal_tx_executor.go
 */
export function renewStaker(
  ledger: LedgerDraft,
  proposal: { stakingTxId: Uint8Array; txId: Uint8Array },
  committed: boolean,
): void {
  const staker = endingStaker(ledger, proposal.stakingTxId);
  const { autoRenew } = staker;
  if (autoRenew === undefined)
    throw mismatch(ledger, `${formatId(staker.txId)} is no auto-renewed validator`);
  if (committed && autoRenew.period > 0n) {
    startNextCycle(ledger, { ...staker, autoRenew }, proposal.txId);
    return;
  }
  unstake(ledger, staker);
  payRenewed(ledger, staker, {
    txId: proposal.txId,
    reward: autoRenew.accruedRewards + (committed ? staker.potentialReward : 0n),
    delegateeReward: autoRenew.accruedDelegateeRewards + staker.delegateeReward,
  });
  leave(ledger, staker, committed);
}

function leave(ledger: LedgerDraft, staker: StakerRecord, rewarded: boolean): void {
  if (!rewarded) changeSupply(ledger, staker.subnetId, -staker.potentialReward);
  endStaker(ledger, staker, rewarded ? "rewarded" : "notRewarded");
}

/** Validators that started before Cortina are paid their share immediately, later ones at their own end. */
function rewardDelegator(ledger: LedgerDraft, delegator: StakerRecord): void {
  const validator = delegateeOf(ledger, delegator);
  const split = splitReward(delegator.potentialReward, validator.delegationShares ?? 0);
  const own: Payment = { rewardType: "DELEGATOR", amount: split.remainder, owner: delegator.rewardsOwner };
  if (validator.start < ledger.rules.upgrades.cortina) {
    const share = split.fromShares;
    const owner = validator.delegationRewardsOwner;
    pay(ledger, delegator, [own, { rewardType: "VALIDATOR_FEE", amount: share, owner }]);
    return;
  }
  pay(ledger, delegator, [own]);
  if (split.fromShares === 0n) return;
  const accrued = { ...validator, delegateeReward: validator.delegateeReward + split.fromShares };
  ledger.state.putStaker(accrued);
  note(ledger, { kind: "staker.shareAccrued", staker: accrued, amount: split.fromShares });
}

function startNextCycle(
  ledger: LedgerDraft,
  ended: StakerRecord & { autoRenew: AutoRenewal },
  txId: Uint8Array,
): void {
  const { autoRenew } = ended;
  const restaked = restake(ledger, ended);
  payRenewed(ledger, ended, {
    txId,
    reward: ended.potentialReward - restaked.reward,
    delegateeReward: ended.delegateeReward - restaked.delegateeReward,
  });
  const period = {
    start: ended.end,
    end: ended.end + autoRenew.period,
    weight: ended.weight + restaked.reward + restaked.delegateeReward,
  };
  const staker: StakerRecord = {
    ...ended,
    ...period,
    potentialReward: mintPotentialReward(ledger, ended.subnetId, period),
    delegateeReward: 0n,
    autoRenew: {
      ...autoRenew,
      accruedRewards: autoRenew.accruedRewards + restaked.reward,
      accruedDelegateeRewards: autoRenew.accruedDelegateeRewards + restaked.delegateeReward,
    },
  };
  ledger.state.putStaker(staker);
  note(ledger, { kind: "staker.renewed", staker, ended });
}

/** What is restaked: the configured shares, up to the largest stake allowed. */
function restake(
  ledger: LedgerDraft,
  staker: StakerRecord & { autoRenew: AutoRenewal },
): { reward: bigint; delegateeReward: bigint } {
  const shares = staker.autoRenew.autoCompoundShares;
  const reward = splitReward(staker.potentialReward, shares).fromShares;
  const delegateeReward = splitReward(staker.delegateeReward, shares).fromShares;
  const room = subtractFloored(ledger.rules.staking.maxValidatorStake, staker.weight);
  const total = reward + delegateeReward;
  if (total <= room) return { reward, delegateeReward };
  const fitting = (reward * room) / total;
  return { reward: fitting, delegateeReward: room - fitting };
}

/** The staker that must be the next to end, now. */
function endingStaker(ledger: LedgerDraft, stakingTxId: Uint8Array): StakerRecord {
  const staker = ledger.state.nextStaker("current");
  const { time } = ledger.state.chain();
  if (staker === undefined || !equalBytes(staker.txId, stakingTxId) || staker.end !== time) {
    const next = staker === undefined ? "none" : `${formatId(staker.txId)} at ${staker.end}`;
    throw mismatch(ledger, `${formatId(stakingTxId)} is to end at ${time}, but the next to end is ${next}`);
  }
  return staker;
}

function unstake(ledger: LedgerDraft, staker: StakerRecord): void {
  for (const { outputIndex, output } of staker.stake) {
    note(ledger, { kind: "utxo.unstaked", txId: staker.txId, outputIndex, output });
  }
}

function payRenewed(
  ledger: LedgerDraft,
  staker: StakerRecord,
  paid: { txId: Uint8Array; reward: bigint; delegateeReward: bigint },
): void {
  const payments: Payment[] = [
    { rewardType: "VALIDATOR", amount: paid.reward, owner: staker.rewardsOwner },
    { rewardType: "VALIDATOR_FEE", amount: paid.delegateeReward, owner: staker.delegationRewardsOwner },
  ];
  pay(ledger, staker, payments, { txId: paid.txId, outputIndex: 0 });
}

/** Pays the amounts above 0 as consecutive outputs from `first` on. */
function pay(
  ledger: LedgerDraft,
  staker: StakerRecord,
  payments: readonly Payment[],
  first = { txId: staker.txId, outputIndex: staker.rewardIndex },
): void {
  let { outputIndex } = first;
  for (const { rewardType, amount, owner } of payments) {
    if (amount === 0n) continue;
    const output = rewardOutput(ledger, staker, { amount, owner });
    note(ledger, {
      kind: "utxo.rewarded",
      rewardType,
      stakingTxId: staker.txId,
      txId: first.txId,
      outputIndex,
      output,
    });
    outputIndex += 1;
  }
}

/** Rewards are paid in the staked asset. */
function rewardOutput(
  ledger: LedgerDraft,
  staker: StakerRecord,
  { amount, owner }: { amount: bigint; owner: Owner | undefined },
): Output {
  const [stake] = staker.stake;
  if (stake === undefined || owner === undefined) {
    throw mismatch(ledger, `${formatId(staker.txId)} is rewarded without a stake or an owner of rewards`);
  }
  return { outputType: "secp256k1.transfer", assetId: stake.output.assetId, amount, owner };
}
