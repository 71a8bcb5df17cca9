import { type Effect, inputsOf } from "../../../avalanche/effects";
import type { Utxo, UtxoCredential } from "../../../contract/data/utxo";
import type { Presenting } from "../asset";
import type { UtxoFacts } from "./stored-output";
import { presentUnknownUtxo, presentUtxo } from "./utxo";

/** Facts of a transaction of X or C, and its chain. */
export interface Spending extends UtxoFacts {
  tx: { txId: Uint8Array };
  effects: readonly Effect[];
  /** Unix seconds; null where nobody knows. */
  time: number | null;
  /** Blockchain id of its chain. */
  blockchainId: Uint8Array;
}

/** Outputs that a transaction consumed, in the order of its inputs, each with the credential that unlocked it. */
export function presentConsumed(
  as: Presenting,
  spending: Spending,
  credentials: readonly UtxoCredential[][],
): Utxo[] {
  const { tx, time, blockchainId } = spending;
  const places = inputsOf(spending.effects).map(({ credential }) => credential);
  const credentialsOf = (input: number) => credentials[places[input] ?? -1] ?? [];
  const seen = spending.consumed.map((row) => {
    const input = row.consumed_input ?? 0;
    return { input, utxo: presentUtxo(as, row, credentialsOf(input)) };
  });
  const unseen = spending.learned.map((row) => {
    const input = row.consumed_input;
    const spent = { row, txId: tx.txId, time, consumedOn: blockchainId, credentials: credentialsOf(input) };
    return { input, utxo: presentUnknownUtxo(as, spent) };
  });
  return [...seen, ...unseen].sort((a, b) => a.input - b.input).map(({ utxo }) => utxo);
}
