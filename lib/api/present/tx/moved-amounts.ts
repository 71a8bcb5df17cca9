import { type Effect, movesOf } from "../../../avalanche/effects";
import { unreachable } from "../../../avalanche/unreachable";
import type { AssetAmount } from "../../../contract/data/primary-network";
import { AssetSums, type Presenting } from "../asset";

/**
 * Amounts that a transaction of X or C consumed and created, by asset: outputs, accounts of C and atomic memory alike.
 */
export function presentMoved(
  as: Presenting,
  effects: readonly Effect[],
): { amountUnlocked: AssetAmount[]; amountCreated: AssetAmount[] } {
  const unlocked = new AssetSums();
  const created = new AssetSums();
  for (const move of movesOf(effects)) {
    switch (move.of) {
      case "consumed":
        unlocked.add(move.assetId, move.amount);
        break;
      case "produced":
      case "exported":
        created.add(move.assetId, move.amount);
        break;
      // Only the P-Chain has stakes and L1 validators.
      case "staked":
      case "l1Balance":
        break;
      default:
        unreachable(move);
    }
  }
  return { amountUnlocked: unlocked.present(as), amountCreated: created.present(as) };
}
