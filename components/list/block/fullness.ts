/** Most bytes a proposer puts into a P-Chain block: avalanchego's targetBlockSize. */
export const BLOCK_BYTES = 128 * 1024;

/** Approximate size of an empty block. */
const EMPTY_BYTES = 64;

/**
 * Density of a block's stratum, 0.08 to 0.88. Most P-Chain blocks are under one percent full, so density grows with the
 * logarithm of the size: neighbours look different, and the exact share is printed beside it.
 */
export function densityOf(sizeBytes: number): number {
  const share =
    Math.log(Math.max(sizeBytes, EMPTY_BYTES) / EMPTY_BYTES) / Math.log(BLOCK_BYTES / EMPTY_BYTES);
  return 0.08 + 0.8 * Math.min(1, share);
}

/** The least share of gas that differs from none: one plain transfer in a block of 200 million gas. */
const LEAST_SHARE = 1e-4;

/** Density of a block that gas fills, for EVM chains. By the logarithm too: blocks of young chains are nearly empty. */
export function densityOfShare(share: number): number {
  if (share <= 0) return 0.08;
  return 0.08 + 0.8 * (1 - Math.log(Math.min(1, Math.max(share, LEAST_SHARE))) / Math.log(LEAST_SHARE));
}
