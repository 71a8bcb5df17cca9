import type { StreamStatus } from "@/lib/contract/firn/status";

/** An index numbers its containers from 0 while heights start at 1. */
const HEIGHT_OF_FIRST = 1;

/** Blocks up to the head that the node's index never saw: a wider distance between height and index. */
export function missingBlocks({ indexedHead, evm }: Pick<StreamStatus, "indexedHead" | "evm">): number {
  // An EVM chain is no index of the node: the C-Chain's is counted where its containers are.
  return indexedHead === undefined || evm !== undefined
    ? 0
    : Math.max(0, indexedHead.height - indexedHead.index - HEIGHT_OF_FIRST);
}
