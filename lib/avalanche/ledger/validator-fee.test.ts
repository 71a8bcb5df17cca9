import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ValidatorFeeConfig } from "./rules";
import {
  advanceExcess,
  secondsRemaining,
  type ValidatorFeeState,
  validatorCost,
  validatorPrice,
} from "./validator-fee";

const MINUTE = 60n;
const HOUR = 3_600n;
const DAY = 24n * HOUR;
const WEEK = 7n * DAY;

/** Parameters for which ACP-77's reference implementation publishes costs: the price doubles every day. */
const CONFIG: ValidatorFeeConfig = {
  capacity: 20_000n,
  target: 10_000n,
  minPrice: 2_048n,
  excessConversionConstant: 1_246_488_515n,
};
const PER_DOUBLING = 10_000n * DAY;
const K = CONFIG.excessConversionConstant;

const PUBLISHED = [
  { active: 10n, excess: 0n, seconds: MINUTE, cost: 122_880n },
  { active: 10_000n, excess: 0n, seconds: MINUTE, cost: 122_880n },
  { active: 10_000n, excess: PER_DOUBLING, seconds: MINUTE, cost: 245_760n },
  { active: 10_000n, excess: K, seconds: MINUTE, cost: 334_020n },
  { active: 15_000n, excess: 0n, seconds: MINUTE, cost: 122_880n },
  { active: 9_000n, excess: 6n * HOUR * 1_000n, seconds: DAY, cost: 177_321_939n },
  { active: 10_000n, excess: K, seconds: DAY, cost: 480_988_800n },
  { active: 15_000n, excess: 0n, seconds: DAY, cost: 211_438_809n },
  { active: 10_000n, excess: 0n, seconds: WEEK, cost: 1_238_630_400n },
];

/** Second by second, without shortcuts. */
function naiveCost(config: ValidatorFeeConfig, state: ValidatorFeeState, seconds: bigint): bigint {
  let { excess } = state;
  let cost = 0n;
  for (let second = 0n; second < seconds; second++) {
    excess = advanceExcess(config, { ...state, excess }, 1n);
    cost += validatorPrice(config, excess);
  }
  return cost;
}

const states = fc.record({ active: fc.bigInt(0n, 20_000n), excess: fc.bigInt(0n, 3n * K) });

describe("the continuous fee", () => {
  it.each(PUBLISHED)("of $active validators from excess $excess for $seconds s is $cost", (row) => {
    expect(validatorCost(CONFIG, row, row.seconds)).toBe(row.cost);
  });

  it.each(PUBLISHED)("lasts $seconds s for $cost nAVAX at $active validators", (row) => {
    expect(secondsRemaining(CONFIG, row, { balance: row.cost, most: 365n * DAY })).toBe(row.seconds);
  });

  it("equals a sum over seconds", () => {
    fc.assert(
      fc.property(states, fc.bigInt(0n, 120n), (state, seconds) => {
        expect(validatorCost(CONFIG, state, seconds)).toBe(naiveCost(CONFIG, state, seconds));
      }),
    );
  });

  it("is the same for one period as for two", () => {
    fc.assert(
      fc.property(states, fc.bigInt(0n, 60n), fc.bigInt(0n, 60n), (state, first, second) => {
        const later = { ...state, excess: advanceExcess(CONFIG, state, first) };
        const inTwo = validatorCost(CONFIG, state, first) + validatorCost(CONFIG, later, second);
        expect(validatorCost(CONFIG, state, first + second)).toBe(inTwo);
      }),
    );
  });

  it("is affordable for exactly as long as reported", () => {
    fc.assert(
      fc.property(states, fc.bigInt(0n, 500_000n), (state, balance) => {
        const seconds = secondsRemaining(CONFIG, state, { balance, most: 1_000n });
        expect(validatorCost(CONFIG, state, seconds) <= balance).toBe(true);
        if (seconds < 1_000n) expect(validatorCost(CONFIG, state, seconds + 1n) > balance).toBe(true);
      }),
    );
  });

  it("never exceeds the seconds asked for", () => {
    expect(secondsRemaining(CONFIG, { active: 1n, excess: 0n }, { balance: 10n ** 18n, most: 60n })).toBe(
      60n,
    );
  });
});

describe("excess", () => {
  it("rises above the target, falls below it, stays at it, and never goes below 0", () => {
    expect(advanceExcess(CONFIG, { active: 10_001n, excess: 5n }, 10n)).toBe(15n);
    expect(advanceExcess(CONFIG, { active: 9_999n, excess: 15n }, 10n)).toBe(5n);
    expect(advanceExcess(CONFIG, { active: 9_999n, excess: 5n }, 10n)).toBe(0n);
    expect(advanceExcess(CONFIG, { active: 10_000n, excess: 7n }, 10n)).toBe(7n);
  });
});
