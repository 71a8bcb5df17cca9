import { expect, test } from "vitest";
import { percentage, ratio } from "./stake";

test("a share is 0 only for nothing and 100 only for all, however large the weights", () => {
  const most = 2n ** 64n - 1n;
  expect(percentage(0n, most)).toBe(0);
  expect(percentage(1n, most)).toBeGreaterThan(0);
  expect(percentage(most - 1n, most)).toBeLessThan(100);
  expect(percentage(most, most)).toBe(100);
  expect(percentage(1n, 3n)).toBe(33.333333);
  expect(percentage(0n, 0n)).toBe(0);
});

test("a ratio has 8 decimals, and more where 8 would show something as 0", () => {
  expect(ratio(1n, 3n)).toBe("0.33333333");
  expect(ratio(0n, 3n)).toBe("0.00000000");
  expect(ratio(2n, 2n)).toBe("1.00000000");
  expect(ratio(999_999_999n, 1_000_000_000n)).toBe("0.99999999");
  expect(ratio(4n, 10n ** 12n)).toBe("0.000000000004");
});
