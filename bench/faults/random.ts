/** A random source that a seed repeats. */
export interface Random {
  /** A whole number from 0 to below `end`. */
  below(end: number): number;
  /** True with this probability, from 0 to 1. */
  chance(share: number): boolean;
  /** @throws RangeError for an empty list */
  pick<T>(list: readonly T[]): T;
  /** Another source that takes no draws from this one. */
  fork(): Random;
}

/** Mulberry32: 32 bits of state are enough for plans. */
export function openRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    chance: (share) => next() < share,
    pick(list) {
      if (list.length === 0) throw new RangeError("nothing to pick from");
      return list[below(list.length)] as (typeof list)[number];
    },
    fork: () => openRandom(below(2 ** 32)),
  };
}
