import { expect, it } from "vitest";
import { drawn } from "./sample";

it("draws as many different numbers as asked for, in their order, the same again by the same seed", () => {
  const draw = (seed: number) => [...drawn({ size: 32, seed }, 5, 10_004)];
  const once = draw(7);
  expect(new Set(once).size).toBe(32);
  expect(once).toEqual([...once].sort((a, b) => a - b));
  expect(Math.min(...once)).toBeGreaterThanOrEqual(5);
  expect(Math.max(...once)).toBeLessThanOrEqual(10_004);
  expect(draw(7)).toEqual(once);
  expect(draw(8)).not.toEqual(once);
});

it("reaches every number by some seed", () => {
  const met = new Set<number>();
  for (let seed = 0; seed < 200; seed++)
    for (const number of drawn({ size: 4, seed }, 1, 40)) met.add(number);
  expect(met.size).toBe(40);
});

it("leaves nothing out when all are asked for, or there are no more", () => {
  expect([...drawn({ size: "all", seed: 1 }, 3, 6)]).toEqual([3, 4, 5, 6]);
  expect([...drawn({ size: 32, seed: 1 }, 3, 6)]).toEqual([3, 4, 5, 6]);
  expect([...drawn({ size: 32, seed: 1 }, 0, -1)]).toEqual([]);
});
