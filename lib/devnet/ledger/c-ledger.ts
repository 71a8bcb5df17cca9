import type { CBlock } from "../../avalanche/c/block";
import { type CTx, effectsOf } from "../../avalanche/c/txs";
import { toHex } from "../../avalanche/codec/bytes";
import { type AtomicMemory, moveUtxos } from "./atomic-memory";
import { UtxoSet } from "./utxo-set";

/**
 * The C-Chain's atomic transactions. Their effects on accounts are not computed: state is answered from the recording.
 */
export class CLedger {
  readonly blockchainId: Uint8Array;
  readonly #memory: AtomicMemory;
  readonly #txs = new Map<string, { tx: CTx; height: bigint }>();
  #streaming = false;

  constructor(blockchainId: Uint8Array, memory: AtomicMemory) {
    this.blockchainId = blockchainId;
    this.#memory = memory;
  }

  apply({ header, atomic }: CBlock): void {
    this.#streaming = header.settledHeight !== undefined;
    const chainUtxos = { blockchainId: this.blockchainId, utxos: new UtxoSet(), memory: this.#memory };
    for (const tx of atomic.txs) {
      this.#txs.set(toHex(tx.txId), { tx, height: header.number });
      moveUtxos(chainUtxos, tx.txId, effectsOf(tx));
    }
  }

  /** An accepted transaction and the height of its block. */
  tx(txId: Uint8Array): { tx: CTx; height: bigint } | undefined {
    return this.#txs.get(toHex(txId));
  }

  /** Whether blocks are executed after acceptance, as from Helicon on. Another program of the node then answers. */
  get streaming(): boolean {
    return this.#streaming;
  }
}
