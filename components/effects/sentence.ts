import type { Effect, EffectKind, EffectOf } from "@/lib/avalanche/effects";
import { assetTellers } from "./asset";
import { blockchainTellers } from "./blockchain";
import { l1ValidatorTellers } from "./l1-validator";
import type { Phrase, Scene, Teller, Tellers } from "./scene";
import { stakerTellers } from "./staker";
import { subnetTellers } from "./subnet";
import { timeTellers } from "./time";
import { utxoTellers } from "./utxo";

/** The closed list: an effect kind without words does not compile. */
const TELLERS: Tellers<Effect> = {
  ...utxoTellers,
  ...stakerTellers,
  ...subnetTellers,
  ...l1ValidatorTellers,
  ...blockchainTellers,
  ...assetTellers,
  ...timeTellers,
};

/**
 * What a transaction does, in one sentence without a full stop: `present` for rows, `past` for headings. The effect
 * of the highest rank speaks, the first one among equals; it may look at the others through `scene`.
 */
export function sentenceOf(scene: Scene): Phrase {
  let speaker: Effect | undefined;
  for (const effect of scene.effects) {
    if (speaker === undefined || tellerOf(effect).rank > tellerOf(speaker).rank) speaker = effect;
  }
  if (speaker === undefined) return { present: "Change nothing", past: "Changed nothing" };
  return tellerOf(speaker).say(speaker, scene);
}

function tellerOf<K extends EffectKind>({ kind }: EffectOf<K>): Teller<EffectOf<K>> {
  const tellers: { [P in K]: Teller<EffectOf<P>> } = TELLERS;
  return tellers[kind];
}
