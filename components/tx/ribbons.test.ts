import { describe, expect, it } from "vitest";
import { BOX_HEIGHT, drawFlow, FEE_HEIGHT } from "./ribbons";

const box = (amount: bigint, height = BOX_HEIGHT) => ({ amount, height });

/** y of the four corners: box top, trunk top, trunk bottom, box bottom. */
function corners(path: string): number[] {
  const numbers = [...path.matchAll(/-?\d+(?:\.\d+)?/g)].map(Number);
  return [1, 7, 9, 15].map((index) => numbers[index] ?? Number.NaN);
}

describe("drawFlow", () => {
  it("makes ribbons as thick as their amounts at both ends", () => {
    const { left } = drawFlow([box(3n), box(1n)], [box(4n)]);
    expect(
      left.map(({ path }) => corners(path)).map(([a, b, c, d]) => [(d ?? 0) - (a ?? 0), (c ?? 0) - (b ?? 0)]),
    ).toEqual([
      [63, 63],
      [21, 21],
    ]);
  });

  it("stacks ribbons along the trunk without gap or overlap", () => {
    const { left, trunk } = drawFlow([box(3n), box(2n), box(5n)], [box(10n)]);
    let at = trunk.y;
    for (const { path } of left) {
      const [, top = 0, bottom = 0] = corners(path);
      expect(top).toBeCloseTo(at, 1);
      at = bottom;
    }
    expect(at).toBeCloseTo(trunk.y + trunk.height, 1);
  });

  it("draws a thread to a fee too small to see", () => {
    const { right } = drawFlow([box(10n ** 18n)], [box(10n ** 18n - 1n), box(1n, FEE_HEIGHT)]);
    const [top = 0, , , bottom = 0] = corners(right[1]?.path ?? "");
    expect(bottom - top).toBe(1.5);
  });

  it("spreads ribbons without amounts over the whole trunk", () => {
    const { left, trunk } = drawFlow([box(0n), box(0n), box(0n)], [box(0n)]);
    const tops = left.map(({ path }) => corners(path)[1] ?? 0);
    expect(tops.map((top) => Math.round(top - trunk.y))).toEqual([14, 42, 70]);
  });

  it("is as high as the higher side and never shorter than the trunk", () => {
    expect(drawFlow([box(1n), box(1n), box(1n)], [box(3n)]).height).toBe(268);
    expect(drawFlow([], []).height).toBe(84);
  });
});
