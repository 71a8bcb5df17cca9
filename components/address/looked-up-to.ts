import type { FirnStatus } from "@/lib/contract/firn/status";
import { groupDigits } from "@/lib/words/format";

type Stream = FirnStatus["streams"][number];

/**
 * Up to which block Firn has read some chains, as `C-Chain block 132`. Chains are named by their path segments: `p`, `x`,
 * `c`, or an EVM chain id. A chain that has no block yet is left out.
 */
export function lookedUpTo({ streams }: Pick<FirnStatus, "streams">, segments: readonly string[]): string[] {
  return segments.flatMap((segment) => {
    const own = streams.filter((stream) => isOf(stream, segment));
    const heights = own.flatMap(({ indexedHead }) => (indexedHead === undefined ? [] : [indexedHead.height]));
    // What a list of the C-Chain holds is read by two streams: it ends where the slower one is.
    const height = Math.min(...heights);
    return heights.length === 0 ? [] : [`${nameOf(segment, own)} block ${groupDigits(height)}`];
  });
}

function isOf({ stream, evm }: Stream, segment: string): boolean {
  if (stream === `${segment.toUpperCase()}/block`) return true;
  return evm !== undefined && (evm.isCChain ? segment === "c" : evm.chainId === segment);
}

function nameOf(segment: string, streams: readonly Stream[]): string {
  const evm = streams.find(({ evm }) => evm?.isCChain === false)?.evm;
  if (evm === undefined) return `${segment.toUpperCase()}-Chain`;
  return evm.name ?? `EVM chain ${segment}`;
}
