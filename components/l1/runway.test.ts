import { expect, test } from "vitest";
import { isBelowQuorum, monthlyFee, runwayTo } from "./runway";

const DAY = 86_400;

test("a runway is critical under 3 days, low under 14, and as wide as its share of 120", () => {
  expect(runwayTo(3 * DAY - 1, 0).level).toBe("critical");
  expect(runwayTo(3 * DAY, 0)).toEqual({ seconds: 3 * DAY, level: "low", percent: 2.5 });
  expect(runwayTo(14 * DAY, 0).level).toBe("well");
  expect(runwayTo(500 * DAY, 0).percent).toBe(100);
});

test("a time in the past leaves nothing", () => {
  expect(runwayTo(10, 20)).toEqual({ seconds: 0, level: "critical", percent: 0 });
});

test("a month is 30 days", () => {
  expect(monthlyFee(512n)).toBe(1_327_104_000n);
});

test("one unit of weight too few is below the quorum, whatever it rounds to", () => {
  const whole = 10n ** 18n;
  expect(isBelowQuorum((whole * 67n) / 100n, whole)).toBe(false);
  expect(isBelowQuorum((whole * 67n) / 100n - 1n, whole)).toBe(true);
});
