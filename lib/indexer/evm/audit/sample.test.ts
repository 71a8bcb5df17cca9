import { expect, it } from "vitest";
import { drawSample } from "./sample";

it("draws the requested number of different numbers, in ascending order, the same for the same seed", () => {
  const draw = (seed: number) => [...drawSample({ size: 32, seed }, 5, 10_004)];
  const once = draw(7);
  expect(new Set(once).size).toBe(32);
  expect(once).toEqual([...once].sort((a, b) => a - b));
  expect(Math.min(...once)).toBeGreaterThanOrEqual(5);
  expect(Math.max(...once)).toBeLessThanOrEqual(10_004);
  expect(draw(7)).toEqual(once);
  expect(draw(8)).not.toEqual(once);
});

it("can draw every number", () => {
  const found = new Set<number>();
  for (let seed = 0; seed < 200; seed++)
    for (const number of drawSample({ size: 4, seed }, 1, 40)) found.add(number);
  expect(found.size).toBe(40);
});

it("draws every number if all are requested, or there are no more", () => {
  expect([...drawSample({ size: "all", seed: 1 }, 3, 6)]).toEqual([3, 4, 5, 6]);
  expect([...drawSample({ size: 32, seed: 1 }, 3, 6)]).toEqual([3, 4, 5, 6]);
  expect([...drawSample({ size: 32, seed: 1 }, 0, -1)]).toEqual([]);
});
