import type { StreamStatus } from "@/lib/contract/firn/status";

/** Blocks of P, X or C before the first stored one. The C-Chain's are counted once, where its containers are. */
export function missingBlocks({ firstHeight = 1 }: Pick<StreamStatus, "firstHeight">): number {
  return firstHeight - 1;
}

/** Numbers of the containers that are stored: from `first` to below `end`. Older ones may still be read, or be nowhere. */
export function storedContainers({
  indexedHead,
  firstHeight,
  evm,
}: Pick<StreamStatus, "indexedHead" | "firstHeight" | "evm">): { first: number; end: number } {
  const end = (indexedHead?.index ?? -1) + 1;
  const { history } = evm ?? {};
  if (indexedHead === undefined) return { first: 0, end };
  if (history === undefined) return { first: missingBlocks({ firstHeight }), end };
  return { first: Math.max(0, end - 1 - (indexedHead.height - history.firstBlock)), end };
}
