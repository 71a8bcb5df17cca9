import type { StreamStatus } from "@/lib/contract/firn/status";

/** An index numbers its containers from 0 while heights start at 1. */
const HEIGHT_OF_FIRST = 1;

/**
 * Blocks up to the head that the node's index never received: they widen the distance between height and index number.
 */
export function missingBlocks({ indexedHead, evm }: Pick<StreamStatus, "indexedHead" | "evm">): number {
  // An EVM chain is not an index of the node. The C-Chain's gaps are counted where its containers are.
  return indexedHead === undefined || evm !== undefined
    ? 0
    : Math.max(0, indexedHead.height - indexedHead.index - HEIGHT_OF_FIRST);
}
