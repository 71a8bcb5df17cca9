import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { potentialReward, rewardConfigAt, splitReward } from "./reward";
import { rulesOfNetwork } from "./rules";

const MAINNET = rulesOfNetwork(1);
const AVAX = 1_000_000_000n;
const DAY = 86_400n;
const START = 1_700_000_000n;
const SUPPLY = 360_000_000n * AVAX;

const period = (days: bigint, weight: bigint) => ({ start: START, end: START + days * DAY, weight });

describe("potential reward", () => {
  it.each([
    // With half of the cap minted, remaining supply ÷ supply is 1, and the yield is the rate times the duration.
    { days: 365n, stake: 1_000_000n * AVAX, reward: 120_000n * AVAX },
    { days: 0n, stake: 1_000_000n * AVAX, reward: 0n },
    // (0.10 + 0.02 × 73 ÷ 365) × 73 ÷ 365 of the stake.
    { days: 73n, stake: 1_000_000n * AVAX, reward: 20_800n * AVAX },
    { days: 14n, stake: 2_000n * AVAX, reward: 7_730_080_690n },
    { days: 365n, stake: 1n, reward: 0n },
    { days: 365n, stake: 9n, reward: 1n },
  ])("of $stake nAVAX for $days days is $reward", ({ days, stake, reward }) => {
    expect(potentialReward(MAINNET.reward, period(days, stake), SUPPLY)).toBe(reward);
  });

  it("is nothing once the cap is minted, and never more than what is left", () => {
    const { supplyCap } = MAINNET.reward;
    expect(potentialReward(MAINNET.reward, period(365n, SUPPLY), supplyCap)).toBe(0n);
    const left = 10n;
    const config = { ...MAINNET.reward, maxConsumptionRate: 10n ** 30n };
    expect(potentialReward(config, period(365n, supplyCap), supplyCap - left)).toBe(left);
  });

  it("never takes the supply above the cap, and grows with stake and time", () => {
    const amounts = fc.bigInt(AVAX, 3_000_000n * AVAX);
    const supplies = fc.bigInt(SUPPLY, MAINNET.reward.supplyCap);
    fc.assert(
      fc.property(amounts, fc.bigInt(1n, 365n), supplies, (stake, days, supply) => {
        const reward = potentialReward(MAINNET.reward, period(days, stake), supply);
        expect(reward >= 0n && supply + reward <= MAINNET.reward.supplyCap).toBe(true);
        expect(potentialReward(MAINNET.reward, period(days, stake + AVAX), supply) >= reward).toBe(true);
        expect(potentialReward(MAINNET.reward, period(days + 1n, stake), supply) >= reward).toBe(true);
      }),
    );
  });
});

describe("the minimum rate after Helicon", () => {
  const helicon = 1_800_000_000n;
  const rules = rulesOfNetwork(1, { helicon });

  it.each([
    { after: -1n, rate: 100_000n },
    { after: 0n, rate: 100_000n },
    { after: 1n, rate: 100_000n },
    { after: 312n, rate: 99_999n },
    { after: 45n * DAY, rate: 87_500n },
    { after: 90n * DAY - 1n, rate: 75_001n },
    { after: 90n * DAY, rate: 75_000n },
    { after: 900n * DAY, rate: 75_000n },
  ])("is $rate for a stake that starts $after seconds after", ({ after, rate }) => {
    expect(rewardConfigAt(rules, helicon + after).minConsumptionRate).toBe(rate);
  });

  it("is not raised if a network already pays less", () => {
    const reward = { ...rules.reward, minConsumptionRate: 50_000n };
    expect(rewardConfigAt({ ...rules, reward }, helicon + DAY)).toBe(reward);
  });
});

describe("splitting a reward", () => {
  it.each([
    { amount: 100n, shares: 20_000, fromShares: 2n, remainder: 98n },
    // The remainder is rounded down, whoever receives it.
    { amount: 99n, shares: 20_000, fromShares: 2n, remainder: 97n },
    { amount: 1n, shares: 1, fromShares: 1n, remainder: 0n },
    { amount: 1n, shares: 0, fromShares: 0n, remainder: 1n },
    { amount: 7n, shares: 1_000_000, fromShares: 7n, remainder: 0n },
    // 980 000 × this amount exceeds 64 bits, so the division comes first.
    {
      amount: 20_000_000_999_999n,
      shares: 20_000,
      fromShares: 400_000_999_999n,
      remainder: 19_600_000_000_000n,
    },
  ])(
    "of $amount by $shares gives $fromShares and $remainder",
    ({ amount, shares, fromShares, remainder }) => {
      expect(splitReward(amount, shares)).toEqual({ fromShares, remainder });
    },
  );

  it("conserves any amount", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 64n - 1n), fc.integer({ min: 0, max: 1_000_000 }), (amount, shares) => {
        const { fromShares, remainder } = splitReward(amount, shares);
        expect(fromShares + remainder).toBe(amount);
        expect(fromShares >= 0n && remainder >= 0n).toBe(true);
      }),
    );
  });
});
