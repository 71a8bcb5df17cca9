import fc from "fast-check";
import { expect, it } from "vitest";
import { findGaps, type IndexPoint, missingUpTo } from "./index-gaps";

/** An index of blocks with these heights, in order. */
function indexOf(heights: readonly number[]) {
  let reads = 0;
  const points = heights.map((height, number): IndexPoint => ({ number, height, acceptedAtMs: height * 10 }));
  const read = async (number: number) => {
    reads += 1;
    return points[number] as IndexPoint;
  };
  return { points, read, reads: () => reads, high: points.at(-1) as IndexPoint };
}

const heights = fc
  .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1 })
  .map((list) => list.sort((a, b) => a - b));

it("every gap of any index is found, with the times around it, and nothing else", async () => {
  await fc.assert(
    fc.asyncProperty(heights, async (list) => {
      const { read, high } = indexOf(list);
      const gaps = await findGaps({ high }, read, 100);
      const lacking = gaps.flatMap(({ from, to }) =>
        Array.from({ length: to - from + 1 }, (_, i) => from + i),
      );
      const expected = Array.from({ length: high.height }, (_, i) => i + 1).filter(
        (at) => !list.includes(at),
      );
      expect(lacking).toEqual(expected);
      expect(missingUpTo(high)).toBe(expected.length);
      for (const { from, to, afterMs, beforeMs } of gaps)
        expect([afterMs, beforeMs]).toEqual([from === 1 ? undefined : (from - 1) * 10, (to + 1) * 10]);
    }),
  );
});

it("no block of a complete index is read, and few of one with a gap", async () => {
  const complete = indexOf(Array.from({ length: 100_000 }, (_, i) => i + 1));
  expect(await findGaps({ high: complete.high }, complete.read, 4)).toEqual([]);
  expect(complete.reads()).toBe(0);
  const broken = indexOf(Array.from({ length: 100_000 }, (_, i) => (i < 61_204 ? i + 1 : i + 501)));
  expect(await findGaps({ high: broken.high }, broken.read, 4)).toMatchObject([{ from: 61_205, to: 61_704 }]);
  expect(broken.reads()).toBeLessThan(20);
});

it("stops at the limit, and continues from a known point", async () => {
  const { points, read, high } = indexOf([2, 4, 6, 8, 10]);
  expect(await findGaps({ high }, read, 2)).toMatchObject([
    { from: 1, to: 1 },
    { from: 3, to: 3 },
  ]);
  expect(await findGaps({ low: points[2], high }, read, 9)).toMatchObject([{ from: 7 }, { from: 9 }]);
});
