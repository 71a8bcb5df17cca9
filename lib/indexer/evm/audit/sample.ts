/** Which part of what could be asked the node is asked about. */
export interface Sample {
  /** How many blocks, and how many tokens; `all` leaves nothing out. */
  size: number | "all";
  /** What they are drawn by: the same seed draws the same ones. Below 2^32. */
  seed: number;
}

export const SAMPLE_SIZE = 32;

/** Numbers from `first` to `last`, both included: as many different ones as the sample has, in their order. */
export function* drawn({ size, seed }: Sample, first: number, last: number): Generator<number, void, void> {
  const count = last - first + 1;
  if (size === "all" || size >= count) {
    for (let number = first; number <= last; number++) yield number;
    return;
  }
  const random = randomOf(seed);
  const picked = new Set<number>();
  while (picked.size < size) picked.add(first + Math.floor(random() * count));
  yield* [...picked].sort((a, b) => a - b);
}

/** Mulberry32: from 0 on, below 1. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
