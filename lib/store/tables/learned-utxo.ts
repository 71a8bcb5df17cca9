import type { ChainCode } from "../rows/columns";

/**
 * Outputs this store has not seen made (imports while the other chain is not indexed so far, genesis without a
 * configuration), learned from the input that spent them. The key is that input; no locktime, no threshold, no birth is
 * known. When the transaction that made one is indexed after all, the row becomes the consumer of that `utxo` and goes.
 */
export interface LearnedUtxoTable {
  /** The spending transaction and which of its inputs (base inputs, then imported ones). */
  consumed_chain: ChainCode;
  consumed_position: number;
  consumed_input: number;
  /** Blockchain id of the chain it was made on. */
  source_chain: Uint8Array;
  tx_id: Uint8Array;
  output_index: number;
  /** `asset.id`. */
  asset: number;
  amount: bigint;
  stakeable_locktime: bigint | null;
  /** Who signed for it, 20 bytes each: owners, but perhaps not all of them. */
  owners: Uint8Array;
}
