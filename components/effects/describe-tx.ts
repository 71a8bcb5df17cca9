import type { Effect, EffectKind, EffectOf } from "@/lib/avalanche/effects";
import { assetDescribers } from "./asset";
import { blockchainDescribers } from "./blockchain";
import { l1ValidatorDescribers } from "./l1-validator";
import { stakerDescribers } from "./staker";
import { subnetDescribers } from "./subnet";
import { timeDescribers } from "./time";
import type { Describer, Describers, TxContext } from "./tx-context";
import { utxoDescribers } from "./utxo";

/** Exhaustive: an effect kind without a sentence does not compile. */
const DESCRIBERS: Describers<Effect> = {
  ...utxoDescribers,
  ...stakerDescribers,
  ...subnetDescribers,
  ...l1ValidatorDescribers,
  ...blockchainDescribers,
  ...assetDescribers,
  ...timeDescribers,
};

/**
 * Describes a transaction in one sentence without a full stop, in the past tense. The effect with the highest rank gives
 * the sentence, the first among equals. It may look at the others through `context`.
 */
export function describeTx(context: TxContext): string {
  let speaker: Effect | undefined;
  for (const effect of context.effects) {
    if (speaker === undefined || describerOf(effect).rank > describerOf(speaker).rank) speaker = effect;
  }
  if (speaker === undefined) return "Changed nothing";
  return describerOf(speaker).describe(speaker, context);
}

function describerOf<K extends EffectKind>({ kind }: EffectOf<K>): Describer<EffectOf<K>> {
  const describers: { [P in K]: Describer<EffectOf<P>> } = DESCRIBERS;
  return describers[kind];
}
