/** The node's amounts are unsigned 64-bit integers. Where it caps an overflow at the maximum, so do we. */
export const MAX_U64 = 2n ** 64n - 1n;

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** a + b, at most MAX_U64. */
export function addCapped(a: bigint, b: bigint): bigint {
  return smaller(a + b, MAX_U64);
}

/** a − b, at least 0. */
export function subtractFloored(a: bigint, b: bigint): bigint {
  return a > b ? a - b : 0n;
}
