import { describe, expect, it } from "vitest";
import { DataError } from "../../errors";
import { renewStaker, rewardStaker } from "./proposal";
import { rulesOfNetwork } from "./rules";
import { AVAX, AVAX_ID, DAY, id, noted, START, sampleBooks, stake, supplyOf } from "./sample-books";
import { configureRenewal } from "./staker";
import { advanceTime } from "./time";

const END = START + 100n * DAY;
const WEIGHT = 2_000n * AVAX;

/** Payments: kind, transaction, output index, amount, number of the first address. */
function payments(books: ReturnType<typeof sampleBooks>) {
  return noted(books, "utxo.rewarded").map(({ rewardType, txId, outputIndex, output }) => {
    expect(output.assetId).toEqual(AVAX_ID);
    return [rewardType, txId.at(-1), outputIndex, output.amount, output.owner.addresses[0]?.at(-1)];
  });
}

function unstaked(books: ReturnType<typeof sampleBooks>) {
  return noted(books, "utxo.unstaked").map(({ txId, outputIndex, output }) => [
    txId.at(-1),
    outputIndex,
    output.amount,
  ]);
}

describe("a validator's end", () => {
  it("pays the reward after outputs and stake, and returns the stake at its own indexes", () => {
    const books = sampleBooks();
    stake(books, { txId: 1, node: 1, end: END });
    const reward = books.state.nextStaker("current")?.potentialReward;
    const minted = supplyOf(books);
    advanceTime(books, END);
    rewardStaker(books, id(1), true);
    expect(unstaked(books)).toEqual([[1, 1, WEIGHT]]);
    expect(payments(books)).toEqual([["VALIDATOR", 1, 2, reward, 2]]);
    expect(supplyOf(books)).toBe(minted);
    expect(noted(books, "staker.ended").map(({ end }) => end)).toEqual(["rewarded"]);
    expect(books.state.nextStaker("current")).toBeUndefined();
  });

  it("removes the reward from the supply if it is aborted, and still returns the stake", () => {
    const books = sampleBooks();
    const before = supplyOf(books);
    stake(books, { txId: 1, node: 1, end: END });
    advanceTime(books, END);
    rewardStaker(books, id(1), false);
    expect(unstaked(books)).toHaveLength(1);
    expect(payments(books)).toEqual([]);
    expect(supplyOf(books)).toBe(before);
    expect(noted(books, "staker.ended").map(({ end }) => end)).toEqual(["notRewarded"]);
  });

  it("cannot come before its time, nor before another's", () => {
    const books = sampleBooks();
    stake(books, { txId: 1, node: 1, end: END });
    stake(books, { txId: 2, node: 2, end: END });
    expect(() => rewardStaker(books, id(1), true)).toThrow(DataError);
    advanceTime(books, END);
    expect(() => rewardStaker(books, id(2), true)).toThrow("the next to end is");
  });
});

describe("a delegator's end", () => {
  const delegated = (cortina: bigint, committed: boolean) => {
    const books = sampleBooks({}, rulesOfNetwork(1, { cortina, durango: 0n, etna: 0n }));
    stake(books, { txId: 1, node: 1, end: END + DAY, shares: 30_000 });
    stake(books, { txId: 2, node: 1, end: END, role: "delegator" });
    const reward = books.state.nextStaker("current")?.potentialReward ?? 0n;
    advanceTime(books, END);
    rewardStaker(books, id(2), committed);
    const own = (reward * 970_000n) / 1_000_000n;
    return { books, own, share: reward - own };
  };

  it("keeps the validator's share until the validator leaves, rewarded or not", () => {
    for (const committed of [true, false]) {
      const { books, own, share } = delegated(0n, true);
      expect(payments(books)).toEqual([["DELEGATOR", 2, 2, own, 2]]);
      expect(noted(books, "staker.shareAccrued").map(({ amount }) => amount)).toEqual([share]);
      const validator = books.state.nextStaker("current");
      expect(validator?.delegateeReward).toBe(share);
      advanceTime(books, END + DAY);
      rewardStaker(books, id(1), committed);
      const paid = payments(books).slice(1);
      expect(paid).toEqual(
        committed
          ? [
              ["VALIDATOR", 1, 2, validator?.potentialReward, 2],
              ["VALIDATOR_FEE", 1, 3, share, 3],
            ]
          : [["VALIDATOR_FEE", 1, 2, share, 3]],
      );
    }
  });

  it("pays the share at once if the validator started before Cortina", () => {
    const { books, own, share } = delegated(START + 1n, true);
    expect(payments(books)).toEqual([
      ["DELEGATOR", 2, 2, own, 2],
      ["VALIDATOR_FEE", 2, 3, share, 3],
    ]);
    expect(books.state.nextStaker("current")?.delegateeReward).toBe(0n);
  });

  it("pays nobody if it is aborted", () => {
    const { books } = delegated(0n, false);
    expect(payments(books)).toEqual([]);
    expect(unstaked(books)).toEqual([[2, 1, WEIGHT]]);
    expect(books.state.nextStaker("current")?.delegateeReward).toBe(0n);
  });

  it("cannot be rewarded without a validator", () => {
    const books = sampleBooks();
    stake(books, { txId: 2, node: 1, end: END, role: "delegator" });
    advanceTime(books, END);
    expect(() => rewardStaker(books, id(2), true)).toThrow("does not validate, yet has a delegator");
  });
});

describe("an auto-renewed validator's cycle", () => {
  const PERIOD = 30n * DAY;
  const REWARD_TX = id(77);
  const start = (autoCompoundShares: number, weight = WEIGHT) => {
    const books = sampleBooks();
    stake(books, { txId: 1, node: 1, weight, autoRenew: { period: PERIOD, autoCompoundShares } });
    const staker = books.state.nextStaker("current");
    advanceTime(books, START + PERIOD);
    return { books, reward: staker?.potentialReward ?? 0n };
  };
  const end = (books: ReturnType<typeof sampleBooks>, committed: boolean) =>
    renewStaker(books, { stakingTxId: id(1), txId: REWARD_TX }, committed);

  it("restakes the configured part of the reward and pays the rest under the rewarding transaction", () => {
    const { books, reward } = start(300_000);
    const minted = supplyOf(books);
    end(books, true);
    const paid = (reward * 700_000n) / 1_000_000n;
    expect(payments(books)).toEqual([["VALIDATOR", 77, 0, paid, 2]]);
    expect(unstaked(books)).toEqual([]);
    const staker = books.state.nextStaker("current");
    expect(staker).toMatchObject({
      start: START + PERIOD,
      end: START + 2n * PERIOD,
      weight: WEIGHT + reward - paid,
      autoRenew: { accruedRewards: reward - paid, accruedDelegateeRewards: 0n },
    });
    expect(supplyOf(books)).toBe(minted + (staker?.potentialReward ?? 0n));
    expect(noted(books, "staker.renewed").map(({ ended }) => ended.weight)).toEqual([WEIGHT]);
  });

  it("pays everything, including restaked parts, if no period follows", () => {
    const { books, reward } = start(1_000_000);
    end(books, true);
    const second = books.state.nextStaker("current")?.potentialReward ?? 0n;
    configureRenewal(books, {
      kind: "staker.configured",
      stakingTxId: id(1),
      period: 0n,
      autoCompoundShares: 0,
    });
    expect(noted(books, "staker.reconfigured")).toHaveLength(1);
    advanceTime(books, START + 2n * PERIOD);
    end(books, true);
    expect(payments(books)).toEqual([["VALIDATOR", 77, 0, reward + second, 2]]);
    expect(unstaked(books)).toEqual([[1, 1, WEIGHT]]);
    expect(books.state.nextStaker("current")).toBeUndefined();
  });

  it("loses only the last cycle's reward if it is aborted", () => {
    const { books, reward } = start(1_000_000);
    end(books, true);
    const minted = supplyOf(books);
    const second = books.state.nextStaker("current")?.potentialReward ?? 0n;
    advanceTime(books, START + 2n * PERIOD);
    end(books, false);
    expect(payments(books)).toEqual([["VALIDATOR", 77, 0, reward, 2]]);
    expect(unstaked(books)).toEqual([[1, 1, WEIGHT]]);
    expect(supplyOf(books)).toBe(minted - second);
  });

  it("restakes up to the largest stake allowed, and pays the rest", () => {
    const { maxValidatorStake } = rulesOfNetwork(1).staking;
    const { books, reward } = start(1_000_000, maxValidatorStake - AVAX);
    end(books, true);
    expect(books.state.nextStaker("current")?.weight).toBe(maxValidatorStake);
    expect(payments(books)).toEqual([["VALIDATOR", 77, 0, reward - AVAX, 2]]);
  });

  it("does not exist for validators with an end", () => {
    const books = sampleBooks();
    stake(books, { txId: 1, node: 1, end: END });
    advanceTime(books, END);
    expect(() => end(books, true)).toThrow("is no auto-renewed validator");
    const config = {
      kind: "staker.configured",
      stakingTxId: id(1),
      period: 0n,
      autoCompoundShares: 0,
    } as const;
    expect(() => configureRenewal(books, config)).toThrow("is no auto-renewed validator");
  });
});
