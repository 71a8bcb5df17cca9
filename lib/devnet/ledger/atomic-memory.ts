import { toHex } from "../../avalanche/codec/bytes";
import { dispatch, type Effect, type EffectOf, isMoving, type MovingEffect } from "../../avalanche/effects";
import { type Utxo, utxoId } from "../../avalanche/utxo/utxo";
import { UtxoSet } from "./utxo-set";

/**
 * What chains exported for one another and nobody has imported yet. A chain may run ahead of the chain that it imports
 * from: what it took early is remembered and dropped when it arrives.
 * @source AvalancheGo chains/atomic/state.go
 */
export class AtomicMemory {
  readonly #sets = new Map<string, UtxoSet>();
  readonly #taken = new Set<string>();

  /** What `source` has exported for `destination`: 32-byte blockchain ids. */
  between(source: Uint8Array, destination: Uint8Array): UtxoSet {
    const key = toHex(source) + toHex(destination);
    const set = this.#sets.get(key) ?? new UtxoSet();
    this.#sets.set(key, set);
    return set;
  }

  put(source: Uint8Array, destination: Uint8Array, utxo: Utxo): void {
    const taken = this.#taken.delete(toHex(utxoId(utxo.txId, utxo.outputIndex)));
    if (!taken) this.between(source, destination).add(utxo);
  }

  take(source: Uint8Array, destination: Uint8Array, utxo: Pick<Utxo, "txId" | "outputIndex">): void {
    const found = this.between(source, destination).take(utxo.txId, utxo.outputIndex);
    if (found === undefined) this.#taken.add(toHex(utxoId(utxo.txId, utxo.outputIndex)));
  }
}

/** A chain's UTXOs, and the memory it shares with other chains. */
export interface ChainUtxos {
  /** 32 bytes. */
  blockchainId: Uint8Array;
  utxos: UtxoSet;
  memory: AtomicMemory;
}

/** Applies what an accepted transaction spends, creates, imports and exports. */
export function moveUtxos(chainUtxos: ChainUtxos, txId: Uint8Array, effects: readonly Effect[]): void {
  for (const effect of effects) if (isMoving(effect)) dispatch(MOVES, effect, chainUtxos, txId);
}

type Move<K extends MovingEffect["kind"]> = (
  effect: EffectOf<K>,
  chainUtxos: ChainUtxos,
  txId: Uint8Array,
) => void;

const nothing = () => {};

const MOVES: { [K in MovingEffect["kind"]]: Move<K> } = {
  "utxo.consumed": ({ sourceTxId, outputIndex, sourceChain }, { blockchainId, utxos, memory }) => {
    if (sourceChain === undefined) utxos.take(sourceTxId, outputIndex);
    else memory.take(sourceChain, blockchainId, { txId: sourceTxId, outputIndex });
  },
  "utxo.produced": ({ outputIndex, output }, { utxos }, txId) => utxos.add({ txId, outputIndex, output }),
  "utxo.exported": ({ destinationChain, outputIndex, output }, { blockchainId, memory }, txId) =>
    memory.put(blockchainId, destinationChain, { txId, outputIndex, output }),
  // Not a UTXO until the ledger returns it.
  "utxo.staked": nothing,
  // Changes accounts, or balances that the ledger keeps.
  "utxo.evmInput": nothing,
  "utxo.evmOutput": nothing,
  "l1Validator.registered": nothing,
  "l1Validator.balanceIncreased": nothing,
};
