import type { Chain } from "@/components/ui/chains";
import { decodeCTx } from "@/lib/avalanche/c/txs";
import { evmAddressOfPublicKey, recoverPublicKeys, recoverSigners } from "@/lib/avalanche/crypto/signatures";
import { type Effect, inputsOf } from "@/lib/avalanche/effects";
import { decodePTx } from "@/lib/avalanche/p/txs";
import { unreachable } from "@/lib/avalanche/unreachable";
import { decodeXTx } from "@/lib/avalanche/x/txs";
import type { ChainTx } from "./inside";

/** Decodes a signed transaction on its own. @throws DataError */
export function decodeTx(chain: Chain, signedBytes: Uint8Array): ChainTx {
  return DECODERS[chain](signedBytes);
}

const DECODERS = { p: decodePTx, x: decodeXTx, c: decodeCTx } satisfies Record<Chain, unknown>;

/**
 * Addresses (20 bytes) that made the signatures of one credential. The same key has another address for an account of
 * the C-Chain.
 * @throws DataError when a signature is impossible
 */
export function signersOf(tx: ChainTx, index: number, effects: readonly Effect[]): Uint8Array[] {
  const credential = tx.credentials[index] ?? { signatures: [] };
  return isOfAccount(index, effects)
    ? recoverPublicKeys(tx.unsignedBytes, credential).map(evmAddressOfPublicKey)
    : recoverSigners(tx.unsignedBytes, credential);
}

/** Whether a credential signs for an EVM account. */
export function isOfAccount(index: number, effects: readonly Effect[]): boolean {
  const input = inputsOf(effects).find(({ credential }) => credential === index);
  switch (input?.kind) {
    case "utxo.evmInput":
      return true;
    case "utxo.consumed":
    case undefined:
      return false;
    default:
      return unreachable(input);
  }
}
