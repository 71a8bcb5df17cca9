import { expect, test } from "vitest";
import { BLOCK_BYTES, densityOf } from "./fullness";

test("density grows with size and stays between an empty and a full stratum", () => {
  const densities = [0, 64, 400, 1_463, 20_000, BLOCK_BYTES, 10 * BLOCK_BYTES].map(densityOf);
  expect(densities).toEqual(densities.toSorted((a, b) => a - b));
  expect(densities[0]).toBeCloseTo(0.08);
  expect(densities.at(-1)).toBeCloseTo(0.88);
});

test("two ordinary blocks of a few hundred bytes can be told apart", () => {
  expect(densityOf(800) - densityOf(300)).toBeGreaterThan(0.08);
});
