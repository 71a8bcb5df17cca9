import { equalBytes } from "@/lib/avalanche/bytes";
import type { Effect, StakerEffect } from "@/lib/avalanche/effects";
import { PRIMARY_NETWORK_ID } from "@/lib/avalanche/ids";
import { effectsOfKind, type Outcome, type Phrase, type Scene, type Tellers } from "./scene";
import { sayAmount, sayDuration, sayId, sayNode, saySharesPpm, saySubnet, tell } from "./words";

type StakerAdded = Extract<Effect, { kind: "staker.added" }>;

/** Words of validating and delegating. */
export const stakerTellers: Tellers<StakerEffect> = {
  "staker.added": {
    rank: 5,
    say(effect, scene) {
      if (effect.permissioned) return sayPermissioned(effect, scene);
      const stake = sayStake(effect, scene);
      const where = equalBytes(effect.subnetId, PRIMARY_NETWORK_ID)
        ? ""
        : ` on ${saySubnet(effect.subnetId)}`;
      const node = sayNode(effect.nodeId);
      if (effect.role === "delegator") {
        return {
          present: `Delegate ${stake} to ${node}${where}`,
          past: `Delegated ${stake}${where}${sayTerm(effect, scene)}`,
        };
      }
      return {
        present: `Validate with ${stake} on ${node}${where}`,
        past: `Staked ${stake}${where} to validate${sayTerm(effect, scene)}`,
      };
    },
  },
  "staker.removed": {
    rank: 5,
    say: (effect) =>
      tell("Remove", "Removed", `validator ${sayNode(effect.nodeId)} from ${saySubnet(effect.subnetId)}`),
  },
  "staker.rewardProposed": {
    rank: 5,
    say: (effect, scene) => sayEnd(`staking ${sayId(effect.stakingTxId)}`, scene.outcome),
  },
  "staker.renewProposed": {
    rank: 5,
    say: (effect, scene) => sayEnd(`a cycle of staking ${sayId(effect.stakingTxId)}`, scene.outcome),
  },
  "staker.configured": {
    rank: 5,
    say(effect) {
      const staking = `staking ${sayId(effect.stakingTxId)}`;
      if (effect.period === 0n) return tell("Stop", "Stopped", `renewing ${staking}`);
      const shares = saySharesPpm(effect.autoCompoundShares);
      return tell(
        "Set",
        "Set",
        `${staking} to renew every ${sayDuration(effect.period)}, compounding ${shares}`,
      );
    },
  },
};

function sayPermissioned(effect: StakerAdded, scene: Scene): Phrase {
  const rest = `${sayNode(effect.nodeId)} to the validators of ${saySubnet(effect.subnetId)}`;
  return { present: `Add ${rest}`, past: `Added ${rest}${sayTerm(effect, scene)}` };
}

/** Staked outputs name the asset; the weight alone would not. */
function sayStake(effect: StakerAdded, scene: Scene): string {
  const assetId = effectsOfKind(scene.effects, "utxo.staked")[0]?.output.assetId ?? scene.network.avaxAssetId;
  return sayAmount(effect.weight, assetId ?? PRIMARY_NETWORK_ID, scene.network);
}

function sayTerm(effect: StakerAdded, scene: Scene): string {
  if (effect.autoRenew !== undefined) return `, renewed every ${sayDuration(effect.autoRenew.period)}`;
  const { start, end } = stakingPeriod(effect, scene.time);
  return end === undefined ? "" : ` for ${sayDuration(end - start)}`;
}

/** The option block decides; the proposal itself changes nothing yet. */
function sayEnd(what: string, outcome: Outcome | undefined): Phrase {
  const present = `Propose the end of ${what}`;
  if (outcome === undefined) return { present, past: `Proposed the end of ${what}` };
  return { present, past: `Ended ${what} ${outcome === "commit" ? "with its reward" : "without a reward"}` };
}

/**
 * When staking starts and ends, unix seconds. The written start counts only while it lies ahead of the block's time:
 * from Durango it is ignored and staking starts with the block.
 */
export function stakingPeriod(
  effect: StakerAdded,
  blockTime: bigint,
): { start: bigint; end: bigint | undefined } {
  const start = effect.start > blockTime ? effect.start : blockTime;
  const period = effect.autoRenew?.period;
  return { start, end: effect.end ?? (period === undefined ? undefined : start + period) };
}
