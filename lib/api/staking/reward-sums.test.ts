import fc from "fast-check";
import { expect, test } from "vitest";
import type { RewardPayment } from "../../store/queries/reward-list";
import { CHAIN } from "../../store/rows/columns";
import { addPayments, byYear, statementOf } from "./reward-sums";

const payments = fc.array(
  fc.record({
    chain: fc.constant(CHAIN.p),
    position: fc.nat(1_000),
    output_index: fc.nat(9),
    birth: fc.nat(1_000),
    asset: fc.integer({ min: 1, max: 3 }),
    amount: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    reward_type: fc.integer({ min: 0, max: 2 }),
    time: fc.option(fc.integer({ min: 1_600_000_000, max: 1_800_000_000 }), { freq: 20 }),
  }),
  { maxLength: 12 },
);

/** A price with five decimals; none on one day in twenty. */
function priceAt(time: number | null): string | undefined {
  const day = time === null ? undefined : Math.floor(time / 86_400);
  return day === undefined || day % 20 === 0 ? undefined : `${day % 90}.${String(day).padStart(5, "0")}`;
}

/** Decimal text as an integer of units of 10^-14: nine decimals of the amount and five of the price. */
function exact(text: string): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(14, "0"));
}

test("a value is the sum of each reward's own, and absent if one has no price", () => {
  let priced = 0;
  fc.assert(
    fc.property(payments, (all) => {
      const sum = addPayments(all, { priceAt, decimals: 9 });
      const prices = all.map(({ time }) => priceAt(time));
      if (all.length === 0 || prices.includes(undefined)) expect(sum.value).toBeUndefined();
      else {
        priced += 1;
        const values = all.map(({ amount }, index) => amount * (exact(prices[index] ?? "") / 10n ** 9n));
        expect(exact(sum.value ?? "")).toBe(values.reduce((a, b) => a + b, 0n));
      }
      expect(sum.validator + sum.delegator + sum.validatorFee).toBe(sum.amount);
      expect(sum.count).toBe(all.length);
    }),
  );
  expect(priced).toBeGreaterThan(5);
});

test("years are calendar years in UTC, newest first, and have every reward with a time once", () => {
  fc.assert(
    fc.property(payments, (all) => {
      const years = byYear(all);
      const names = years.map(([year]) => year);
      expect(names).toEqual([...new Set(names)].sort((a, b) => b - a));
      for (const [year, own] of years)
        for (const { time } of own) {
          expect(time).toBeGreaterThanOrEqual(Date.UTC(year, 0) / 1000);
          expect(time).toBeLessThan(Date.UTC(year + 1, 0) / 1000);
        }
      const timed = all.filter(({ time }) => time !== null);
      expect(years.flatMap(([, own]) => own)).toHaveLength(timed.length);
    }),
  );
});

test("a reward whose time nobody knows is in statements without a beginning alone", () => {
  const payment = (time: number | null): RewardPayment => ({
    chain: CHAIN.p,
    position: 1,
    output_index: 0,
    birth: 1,
    asset: 1,
    amount: 5n,
    reward_type: 0,
    time,
  });
  const all = [payment(null), payment(100), payment(200)];
  const timesOf = (filter: Parameters<typeof statementOf>[1]) =>
    statementOf(all, filter).map(({ time }) => time);
  expect(timesOf({})).toEqual([null, 100, 200]);
  expect(timesOf({ before: 200 })).toEqual([null, 100]);
  expect(timesOf({ from: 0 })).toEqual([100, 200]);
  expect(timesOf({ from: 150, before: 201 })).toEqual([200]);
});
