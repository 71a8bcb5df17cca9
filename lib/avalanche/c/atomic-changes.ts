import { type Move, movesOf } from "../effects";
import type { AtomicChange } from "../evm/balance-changes";
import { unreachable } from "../unreachable";
import { type CTx, effectsOf } from "./txs";

/** What atomic transactions add to accounts of the C-Chain and take from them, in order. */
export function atomicChanges(txs: readonly CTx[]): AtomicChange[] {
  return movesOf(txs.flatMap(effectsOf)).flatMap((move) => changeOf(move) ?? []);
}

function changeOf(move: Move): AtomicChange | undefined {
  switch (move.of) {
    case "consumed":
      return move.account && { account: move.account, assetId: move.assetId, amount: -move.amount };
    case "produced":
      return move.account && { account: move.account, assetId: move.assetId, amount: move.amount };
    case "staked":
    case "exported":
    case "l1Balance":
      return undefined;
    default:
      return unreachable(move);
  }
}
