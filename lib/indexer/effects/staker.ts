import type { EffectOf, StakerEffect } from "../../avalanche/effects";
import type { LedgerEffectOf, StakerEnd } from "../../avalanche/ledger/effects";
import type { StakerRecord } from "../../avalanche/ledger/records";
import { NO_TX, positionOf, STAKE_OUTCOME, STAKE_ROLE } from "../../store/rows/columns";
import type { Needs } from "../rows/needs";
import {
  addressNumber,
  findPosition,
  type Projection,
  requirePosition,
  type TxContext,
} from "../rows/projection";
import { type EffectHandlers, type LedgerHandler, type LedgerHandlers, none } from "./handler";

export const stakerHandlers: EffectHandlers<StakerEffect> = {
  /** A validator or delegator as in its transaction; the ledger corrects the period and adds the reward. */
  "staker.added": {
    addNeeds(needs, effect) {
      needs.newStake();
      for (const address of rewardAddressesOf(effect)) needs.address(address);
    },
    rows(context, effect) {
      const { projection, position, time } = context;
      // From Durango on a period starts with its block, whatever the field says.
      const isFromDurango = time >= projection.durango;
      projection.lastStake = (projection.lastStake ?? 0) + 1;
      noteRewardOwners(context, effect);
      projection.batch.insert("stake", {
        position,
        id: projection.lastStake,
        role: STAKE_ROLE[effect.role],
        subnet_id: effect.subnetId,
        node_id: effect.nodeId,
        start_time: isFromDurango ? time : Math.max(Number(effect.start), time),
        end_time: effect.end === undefined ? null : Number(effect.end),
        weight: effect.weight,
        permissioned: effect.permissioned,
        delegation_shares: effect.delegationShares ?? null,
        potential_reward: null,
        ended_position: null,
        outcome: null,
      });
    },
  },
  // The ledger's effects have their results.
  "staker.removed": none,
  "staker.rewardProposed": none,
  "staker.renewProposed": none,
  "staker.configured": none,
};

/** The period and reward from the ledger: when a staker is accepted, starts, or begins its next cycle. */
const period: LedgerHandler<LedgerEffectOf<"staker.queued" | "staker.started" | "staker.renewed">> = {
  addNeeds: needStake,
  rows(projection, { by, kind, staker }) {
    if (staker.autoRenew !== undefined)
      insertCycle(projection, staker, kind === "staker.renewed" ? by : undefined);
    projection.batch.update("stake", stakeKey(projection, staker), {
      start_time: Number(staker.start),
      end_time: Number(staker.end),
      weight: staker.weight,
      potential_reward: staker.permissioned ? null : staker.potentialReward,
    });
  },
};

export const stakerLedgerHandlers: LedgerHandlers<
  | "staker.queued"
  | "staker.started"
  | "staker.renewed"
  | "staker.ended"
  | "staker.reconfigured"
  | "staker.shareAccrued"
> = {
  "staker.queued": period,
  "staker.started": period,
  "staker.renewed": period,
  "staker.ended": {
    addNeeds: needStake,
    rows(projection, { by, staker, end }, height) {
      projection.batch.update("stake", stakeKey(projection, staker), {
        ended_position: (by && findPosition(projection, by)) ?? positionOf(height, NO_TX),
        outcome: OUTCOMES[end],
      });
    },
  },
  // The requesting transactions write the rows.
  "staker.reconfigured": none,
  "staker.shareAccrued": none,
};

function needStake(needs: Needs, { staker }: { staker: StakerRecord }): void {
  needs.row(staker.txId);
}

const OUTCOMES = {
  rewarded: STAKE_OUTCOME.rewarded,
  notRewarded: STAKE_OUTCOME.aborted,
  removed: STAKE_OUTCOME.removed,
  expired: STAKE_OUTCOME.expired,
} as const satisfies Record<StakerEnd, number>;

/** @param by the transaction that ended the cycle before; absent for the first */
function insertCycle(projection: Projection, staker: StakerRecord, by: Uint8Array | undefined): void {
  const [position] = stakeKey(projection, staker);
  projection.batch.insert("stake_cycle", {
    position,
    began_position: by === undefined ? position : requirePosition(projection, by),
    start_time: Number(staker.start),
    end_time: Number(staker.end),
    weight: staker.weight,
    potential_reward: staker.potentialReward,
  });
}

function noteRewardOwners({ projection, position }: TxContext, effect: EffectOf<"staker.added">): void {
  for (const address of rewardAddressesOf(effect)) {
    const address_id = addressNumber(projection, address);
    if (projection.batch.find("reward_owner", [address_id, position])) continue;
    projection.batch.insert("reward_owner", { address_id, position });
  }
}

function rewardAddressesOf({ rewardsOwner, delegationRewardsOwner }: EffectOf<"staker.added">): Uint8Array[] {
  return [rewardsOwner, delegationRewardsOwner].flatMap((owner) => owner?.addresses ?? []);
}

function stakeKey(projection: Projection, staker: StakerRecord): [number] {
  return [requirePosition(projection, staker.txId)];
}
