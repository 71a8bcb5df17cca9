import type { Effect } from "../../../avalanche/effects";
import type { AssetAmount } from "../../../contract/data/primary-network";
import { AssetSums, type Presenting } from "../asset";

/** What a transaction of X or C took and made, by asset: outputs, accounts of C and atomic memory alike. */
export function presentMoved(
  as: Presenting,
  effects: readonly Effect[],
): { amountUnlocked: AssetAmount[]; amountCreated: AssetAmount[] } {
  const [unlocked, created] = [new AssetSums(), new AssetSums()];
  for (const effect of effects) {
    if (effect.kind === "utxo.consumed" || effect.kind === "utxo.evmInput")
      unlocked.add(effect.assetId, effect.amount);
    if (effect.kind === "utxo.evmOutput") created.add(effect.assetId, effect.amount);
    if (effect.kind === "utxo.produced" || effect.kind === "utxo.exported")
      created.add(effect.output.assetId, effect.output.amount);
  }
  return { amountUnlocked: unlocked.present(as), amountCreated: created.present(as) };
}
