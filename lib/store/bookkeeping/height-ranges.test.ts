import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type HeightRange,
  rangesFact,
  rangesOf,
  withExactRange,
  withoutRange,
  withRange,
} from "./height-ranges";

const heights = (ranges: readonly HeightRange[]) =>
  ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
const range = fc.tuple(fc.nat(60), fc.nat(6)).map(([from, more]): HeightRange => ({ from, to: from + more }));

describe("blocks without their traces", () => {
  it("are those added and not taken since, whatever the order", () => {
    const changes = fc.array(fc.tuple(fc.boolean(), range), { maxLength: 30 });
    fc.assert(
      fc.property(changes, (steps) => {
        let ranges: HeightRange[] = [];
        const expected = new Set<number>();
        for (const [added, each] of steps) {
          ranges = added ? withRange(ranges, each) : withoutRange(ranges, each);
          for (const height of heights([each])) added ? expected.add(height) : expected.delete(height);
        }
        expect(heights(ranges)).toEqual([...expected].sort((a, b) => a - b));
        expect(rangesOf(rangesFact("untraced", ranges), "untraced")).toEqual(ranges);
      }),
    );
  });

  it("are these blocks and no others where they are kept exactly", () => {
    let ranges: HeightRange[] = [];
    const odd = Array.from({ length: 500 }, (_, i) => 2 * i + 1);
    for (const height of odd) ranges = withExactRange(ranges, { from: height, to: height });
    expect(heights(ranges)).toEqual(odd);
  });

  it("stay few ranges, and none is forgotten", () => {
    let ranges: HeightRange[] = [];
    for (let height = 0; height < 1_000; height += 2)
      ranges = withRange(ranges, { from: height, to: height });
    expect(ranges.length).toBeLessThanOrEqual(64);
    const covered = new Set(heights(ranges));
    for (let height = 0; height < 1_000; height += 2) expect(covered.has(height)).toBe(true);
  });
});
