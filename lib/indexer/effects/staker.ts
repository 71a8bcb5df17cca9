import type { StakerEffect } from "../../avalanche/effects";
import type { LedgerEffect, StakerEnd } from "../../avalanche/ledger/effects";
import type { StakerRecord } from "../../avalanche/ledger/records";
import { NO_TX, positionOf, STAKE_OUTCOME, STAKE_ROLE } from "../../store/rows/columns";
import { addressNumber, type Projection, placeOf, requirePlace, type TxContext } from "../rows/projection";

type OfLedger<Kind extends LedgerEffect["kind"]> = Extract<LedgerEffect, { kind: Kind }>;

/** A validator or delegator as its transaction asks for it; the ledger corrects the period and adds the reward. */
export function addStake(context: TxContext, effect: Extract<StakerEffect, { kind: "staker.added" }>): void {
  const { projection, position } = context;
  projection.lastStake = (projection.lastStake ?? 0) + 1;
  noteRewardOwners(context, effect);
  projection.batch.insert("stake", {
    position,
    id: projection.lastStake,
    role: STAKE_ROLE[effect.role],
    subnet_id: effect.subnetId,
    node_id: effect.nodeId,
    // Before Durango a period starts later than its block; from Durango at its block, whatever the field says.
    start_time: Math.max(Number(effect.start), context.time),
    end_time: effect.end === undefined ? null : Number(effect.end),
    weight: effect.weight,
    permissioned: effect.permissioned ? 1 : 0,
    delegation_shares: effect.delegationShares ?? null,
    potential_reward: null,
    ended_position: null,
    outcome: null,
  });
}

/** The period and reward as the ledger has them: when a staker is accepted, starts, or begins its next cycle. */
export function setPeriod(
  projection: Projection,
  { by, kind, staker }: OfLedger<"staker.queued" | "staker.started" | "staker.renewed">,
): void {
  if (staker.autoRenew !== undefined)
    insertCycle(projection, staker, kind === "staker.renewed" ? by : undefined);
  projection.batch.update("stake", stakeKey(projection, staker), {
    start_time: Number(staker.start),
    end_time: Number(staker.end),
    weight: staker.weight,
    potential_reward: staker.permissioned ? null : staker.potentialReward,
  });
}

export function endStake(projection: Projection, effect: OfLedger<"staker.ended">, height: number): void {
  const by = effect.by && placeOf(projection, effect.by);
  projection.batch.update("stake", stakeKey(projection, effect.staker), {
    ended_position: by ?? positionOf(height, NO_TX),
    outcome: OUTCOMES[effect.end],
  });
}

const OUTCOMES = {
  rewarded: STAKE_OUTCOME.rewarded,
  notRewarded: STAKE_OUTCOME.aborted,
  removed: STAKE_OUTCOME.removed,
  expired: STAKE_OUTCOME.expired,
} as const satisfies Record<StakerEnd, number>;

/** `by`: the transaction that ended the cycle before; absent for the first. */
function insertCycle(projection: Projection, staker: StakerRecord, by: Uint8Array | undefined): void {
  const [position] = stakeKey(projection, staker);
  projection.batch.insert("stake_cycle", {
    position,
    began_position: by === undefined ? position : requirePlace(projection, by),
    start_time: Number(staker.start),
    end_time: Number(staker.end),
    weight: staker.weight,
    potential_reward: staker.potentialReward,
  });
}

function noteRewardOwners(
  { projection, position }: TxContext,
  { rewardsOwner, delegationRewardsOwner }: Extract<StakerEffect, { kind: "staker.added" }>,
): void {
  const owners = [...(rewardsOwner?.addresses ?? []), ...(delegationRewardsOwner?.addresses ?? [])];
  for (const address of owners) {
    const address_id = addressNumber(projection, address);
    if (projection.batch.find("reward_owner", [address_id, position])) continue;
    projection.batch.insert("reward_owner", { address_id, position });
  }
}

function stakeKey(projection: Projection, staker: StakerRecord): [number] {
  return [requirePlace(projection, staker.txId)];
}
