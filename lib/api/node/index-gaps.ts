/** A block in an index: its number there, its height, and when the node accepted it. */
export interface IndexPoint {
  number: number;
  height: number;
  acceptedAtMs: number;
}

/** Heights missing from an index, both ends included. */
export interface IndexGap {
  from: number;
  to: number;
  /** When the block before the gap was accepted, unix ms; absent where the index begins with the gap. */
  afterMs?: number;
  /** When the block after the gap was accepted, unix ms. */
  beforeMs: number;
}

/** How many blocks an index lacks up to a point. A complete index starts with height 1. */
export function missingUpTo({ number, height }: Pick<IndexPoint, "number" | "height">): number {
  return Math.max(0, height - number - 1);
}

/**
 * The first gaps between two points of an index (from its start without `low`), at most `limit`, by bisection: numbers
 * are consecutive, so heights run ahead of numbers exactly where blocks are missing. Reads no point where there is no
 * gap, and about twenty per gap.
 */
export async function findGaps(
  range: { low?: IndexPoint | undefined; high: IndexPoint },
  read: (number: number) => Promise<IndexPoint>,
  limit: number,
): Promise<IndexGap[]> {
  const { low, high } = range;
  const start = low ?? { number: -1, height: 0 };
  if (limit < 1 || missingUpTo(high) <= missingUpTo(start)) return [];
  if (high.number - start.number <= 1) {
    const gap = { from: start.height + 1, to: high.height - 1, beforeMs: high.acceptedAtMs };
    return [low === undefined ? gap : { ...gap, afterMs: low.acceptedAtMs }];
  }
  const middle = await read(Math.floor((start.number + high.number) / 2));
  const before = await findGaps({ low, high: middle }, read, limit);
  return [...before, ...(await findGaps({ low: middle, high }, read, limit - before.length))];
}
