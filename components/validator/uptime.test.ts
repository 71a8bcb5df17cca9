import { expect, test } from "vitest";
import { downtimeBudget, formatUptime } from "./uptime";

const YEAR = { start: 0, end: 1000, now: 500 };

test("a fifth of the period may be downtime", () => {
  expect(downtimeBudget(YEAR, 100)).toEqual({ allowed: 200, used: 0, left: 200 });
  expect(downtimeBudget(YEAR, 90)).toEqual({ allowed: 200, used: 50, left: 150 });
});

test("the budget left is between zero and the time left", () => {
  expect(downtimeBudget({ ...YEAR, now: 950 }, 100).left).toBe(50);
  expect(downtimeBudget(YEAR, 50).left).toBe(0);
});

test("before the start nothing is used", () => {
  expect(downtimeBudget({ start: 100, end: 200, now: 50 }, 0).used).toBe(0);
});

test("uptime is cut to hundredths, and a little is not zero", () => {
  expect([99.9226, 0.0638, 99.999, 100, 76.3, 81.4, 0, 0.004].map(formatUptime)).toEqual([
    "99.92",
    "0.06",
    "99.99",
    "100",
    "76.3",
    "81.4",
    "0",
    "<0.01",
  ]);
});
