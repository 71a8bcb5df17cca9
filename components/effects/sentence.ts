import type { Effect, EffectKind } from "@/lib/avalanche/effects";
import { assetTellers } from "./asset";
import { blockchainTellers } from "./blockchain";
import { l1ValidatorTellers } from "./l1-validator";
import type { Phrase, Scene, Teller, Tellers } from "./scene";
import { stakerTellers } from "./staker";
import { subnetTellers } from "./subnet";
import { timeTellers } from "./time";
import { utxoTellers } from "./utxo";

/** The closed list: an effect kind without words does not compile. */
const TELLERS = {
  ...utxoTellers,
  ...stakerTellers,
  ...subnetTellers,
  ...l1ValidatorTellers,
  ...blockchainTellers,
  ...assetTellers,
  ...timeTellers,
} satisfies Tellers<Effect> & Record<EffectKind, unknown>;

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

/** The list says that kind and teller match; the compiler can't follow that through an index. */
function tellerOf(effect: Effect): Teller<Effect> {
  return TELLERS[effect.kind] as Teller<Effect>;
}
