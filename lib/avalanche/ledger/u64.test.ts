import { expect, it } from "vitest";
import { addCapped, MAX_U64, subtractFloored } from "./u64";

it("adds up to the largest u64 and subtracts down to 0", () => {
  expect(addCapped(MAX_U64 - 1n, 1n)).toBe(MAX_U64);
  expect(addCapped(MAX_U64, 1n)).toBe(MAX_U64);
  expect(subtractFloored(5n, 3n)).toBe(2n);
  expect(subtractFloored(3n, 5n)).toBe(0n);
});
