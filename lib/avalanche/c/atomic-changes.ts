import type { AtomicChange } from "../evm/balance-changes";
import { type CTx, effectsOf } from "./txs";

/** What atomic transactions bring to accounts of the C-Chain and take from them, in their order. */
export function atomicChanges(txs: readonly CTx[]): AtomicChange[] {
  return txs.flatMap(effectsOf).flatMap((effect) => {
    if (effect.kind === "utxo.evmOutput") return [changeOf(effect, 1n)];
    return effect.kind === "utxo.evmInput" ? [changeOf(effect, -1n)] : [];
  });
}

interface Moved {
  address: Uint8Array;
  assetId: Uint8Array;
  amount: bigint;
}

function changeOf({ address, assetId, amount }: Moved, sign: bigint): AtomicChange {
  return { account: address, assetId, amount: sign * amount };
}
