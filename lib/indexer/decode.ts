import type { Effect } from "../avalanche/effects";
import { allTxs, decodePBlock, type PBlock } from "../avalanche/p/block";
import { effectsOf, type PTx } from "../avalanche/p/txs";
import { positionOf } from "../store/columns";
import type { VerifiedContainer } from "./verify";

/** A block, its transactions and what they do. */
export interface DecodedBlock {
  container: VerifiedContainer;
  block: PBlock;
  height: number;
  txs: DecodedTx[];
}

export interface DecodedTx {
  tx: PTx;
  position: number;
  effects: Effect[];
}

/**
 * Decodes what a container holds. An unknown type is an error like any other wrong byte: it is never skipped.
 * @throws DataError with offset and path of what can't be read
 */
export function decodeBlock(container: VerifiedContainer): DecodedBlock {
  const block = decodePBlock(container.wrapper.inner);
  const height = Number(block.height);
  const txs = allTxs(block).map((tx, index) => ({
    tx,
    position: positionOf(height, index),
    effects: effectsOf(tx),
  }));
  return { container, block, height, txs };
}
