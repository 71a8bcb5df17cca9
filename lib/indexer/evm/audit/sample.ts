/** How much is checked at the node. */
export interface Sample {
  /** The number of blocks, and of tokens; `all` for every one. */
  size: number | "all";
  /** The same seed draws the same sample. Below 2^32. */
  seed: number;
}

export const SAMPLE_SIZE = 32;

/** As many different numbers between `first` and `last` (both included) as the sample has, in ascending order. */
export function* drawSample(
  { size, seed }: Sample,
  first: number,
  last: number,
): Generator<number, void, void> {
  const count = last - first + 1;
  if (size === "all" || size >= count) {
    for (let number = first; number <= last; number++) yield number;
    return;
  }
  const random = seededRandom(seed);
  const picked = new Set<number>();
  while (picked.size < size) picked.add(first + Math.floor(random() * count));
  yield* [...picked].sort((a, b) => a - b);
}

/** A pseudorandom number generator (Mulberry32): numbers from 0 up to but excluding 1. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
