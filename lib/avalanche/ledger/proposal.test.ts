import { describe, expect, it } from "vitest";
import { DataError } from "../../errors";
import { renewStaker, rewardStaker } from "./proposal";
import { rulesOfNetwork } from "./rules";
import { AVAX, AVAX_ID, DAY, id, noted, START, sampleLedger, stake, supplyOf } from "./sample-ledger";
import { configureRenewal } from "./staker";
import { advanceTime } from "./time";

const END = START + 100n * DAY;
const WEIGHT = 2_000n * AVAX;

/** Payments: kind, transaction, output index, amount, number of the first address. */
function payments(ledger: ReturnType<typeof sampleLedger>) {
  return noted(ledger, "utxo.rewarded").map(({ rewardType, txId, outputIndex, output }) => {
    expect(output.assetId).toEqual(AVAX_ID);
    return [rewardType, txId.at(-1), outputIndex, output.amount, output.owner.addresses[0]?.at(-1)];
  });
}

function unstaked(ledger: ReturnType<typeof sampleLedger>) {
  return noted(ledger, "utxo.unstaked").map(({ txId, outputIndex, output }) => [
    txId.at(-1),
    outputIndex,
    output.amount,
  ]);
}

describe("a validator's end", () => {
  it("pays the reward after outputs and stake, and returns the stake at its own indexes", () => {
    const ledger = sampleLedger();
    stake(ledger, { txId: 1, node: 1, end: END });
    const reward = ledger.state.nextStaker("current")?.potentialReward;
    const minted = supplyOf(ledger);
    advanceTime(ledger, END);
    rewardStaker(ledger, id(1), true);
    expect(unstaked(ledger)).toEqual([[1, 1, WEIGHT]]);
    expect(payments(ledger)).toEqual([["VALIDATOR", 1, 2, reward, 2]]);
    expect(supplyOf(ledger)).toBe(minted);
    expect(noted(ledger, "staker.ended").map(({ end }) => end)).toEqual(["rewarded"]);
    expect(ledger.state.nextStaker("current")).toBeUndefined();
  });

  it("removes the reward from the supply if it is aborted, and still returns the stake", () => {
    const ledger = sampleLedger();
    const before = supplyOf(ledger);
    stake(ledger, { txId: 1, node: 1, end: END });
    advanceTime(ledger, END);
    rewardStaker(ledger, id(1), false);
    expect(unstaked(ledger)).toHaveLength(1);
    expect(payments(ledger)).toEqual([]);
    expect(supplyOf(ledger)).toBe(before);
    expect(noted(ledger, "staker.ended").map(({ end }) => end)).toEqual(["notRewarded"]);
  });

  it("cannot come before its time, nor before another's", () => {
    const ledger = sampleLedger();
    stake(ledger, { txId: 1, node: 1, end: END });
    stake(ledger, { txId: 2, node: 2, end: END });
    expect(() => rewardStaker(ledger, id(1), true)).toThrow(DataError);
    advanceTime(ledger, END);
    expect(() => rewardStaker(ledger, id(2), true)).toThrow("the next to end is");
  });
});

describe("a delegator's end", () => {
  const delegated = (cortina: bigint, committed: boolean) => {
    const ledger = sampleLedger({}, rulesOfNetwork(1, { cortina, durango: 0n, etna: 0n }));
    stake(ledger, { txId: 1, node: 1, end: END + DAY, shares: 30_000 });
    stake(ledger, { txId: 2, node: 1, end: END, role: "delegator" });
    const reward = ledger.state.nextStaker("current")?.potentialReward ?? 0n;
    advanceTime(ledger, END);
    rewardStaker(ledger, id(2), committed);
    const own = (reward * 970_000n) / 1_000_000n;
    return { ledger, own, share: reward - own };
  };

  it("keeps the validator's share until the validator leaves, rewarded or not", () => {
    for (const committed of [true, false]) {
      const { ledger, own, share } = delegated(0n, true);
      expect(payments(ledger)).toEqual([["DELEGATOR", 2, 2, own, 2]]);
      expect(noted(ledger, "staker.shareAccrued").map(({ amount }) => amount)).toEqual([share]);
      const validator = ledger.state.nextStaker("current");
      expect(validator?.delegateeReward).toBe(share);
      advanceTime(ledger, END + DAY);
      rewardStaker(ledger, id(1), committed);
      const paid = payments(ledger).slice(1);
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
    const { ledger, own, share } = delegated(START + 1n, true);
    expect(payments(ledger)).toEqual([
      ["DELEGATOR", 2, 2, own, 2],
      ["VALIDATOR_FEE", 2, 3, share, 3],
    ]);
    expect(ledger.state.nextStaker("current")?.delegateeReward).toBe(0n);
  });

  it("pays nobody if it is aborted", () => {
    const { ledger } = delegated(0n, false);
    expect(payments(ledger)).toEqual([]);
    expect(unstaked(ledger)).toEqual([[2, 1, WEIGHT]]);
    expect(ledger.state.nextStaker("current")?.delegateeReward).toBe(0n);
  });

  it("cannot be rewarded without a validator", () => {
    const ledger = sampleLedger();
    stake(ledger, { txId: 2, node: 1, end: END, role: "delegator" });
    advanceTime(ledger, END);
    expect(() => rewardStaker(ledger, id(2), true)).toThrow("does not validate, yet has a delegator");
  });
});

describe("an auto-renewed validator's cycle", () => {
  const PERIOD = 30n * DAY;
  const REWARD_TX = id(77);
  const start = (autoCompoundShares: number, weight = WEIGHT) => {
    const ledger = sampleLedger();
    stake(ledger, { txId: 1, node: 1, weight, autoRenew: { period: PERIOD, autoCompoundShares } });
    const staker = ledger.state.nextStaker("current");
    advanceTime(ledger, START + PERIOD);
    return { ledger, reward: staker?.potentialReward ?? 0n };
  };
  const end = (ledger: ReturnType<typeof sampleLedger>, committed: boolean) =>
    renewStaker(ledger, { stakingTxId: id(1), txId: REWARD_TX }, committed);

  it("restakes the configured part of the reward and pays the rest under the rewarding transaction", () => {
    const { ledger, reward } = start(300_000);
    const minted = supplyOf(ledger);
    end(ledger, true);
    const paid = (reward * 700_000n) / 1_000_000n;
    expect(payments(ledger)).toEqual([["VALIDATOR", 77, 0, paid, 2]]);
    expect(unstaked(ledger)).toEqual([]);
    const staker = ledger.state.nextStaker("current");
    expect(staker).toMatchObject({
      start: START + PERIOD,
      end: START + 2n * PERIOD,
      weight: WEIGHT + reward - paid,
      autoRenew: { accruedRewards: reward - paid, accruedDelegateeRewards: 0n },
    });
    expect(supplyOf(ledger)).toBe(minted + (staker?.potentialReward ?? 0n));
    expect(noted(ledger, "staker.renewed").map(({ ended }) => ended.weight)).toEqual([WEIGHT]);
  });

  it("pays everything, including restaked parts, if no period follows", () => {
    const { ledger, reward } = start(1_000_000);
    end(ledger, true);
    const second = ledger.state.nextStaker("current")?.potentialReward ?? 0n;
    configureRenewal(ledger, {
      kind: "staker.configured",
      stakingTxId: id(1),
      period: 0n,
      autoCompoundShares: 0,
    });
    expect(noted(ledger, "staker.reconfigured")).toHaveLength(1);
    advanceTime(ledger, START + 2n * PERIOD);
    end(ledger, true);
    expect(payments(ledger)).toEqual([["VALIDATOR", 77, 0, reward + second, 2]]);
    expect(unstaked(ledger)).toEqual([[1, 1, WEIGHT]]);
    expect(ledger.state.nextStaker("current")).toBeUndefined();
  });

  it("loses only the last cycle's reward if it is aborted", () => {
    const { ledger, reward } = start(1_000_000);
    end(ledger, true);
    const minted = supplyOf(ledger);
    const second = ledger.state.nextStaker("current")?.potentialReward ?? 0n;
    advanceTime(ledger, START + 2n * PERIOD);
    end(ledger, false);
    expect(payments(ledger)).toEqual([["VALIDATOR", 77, 0, reward, 2]]);
    expect(unstaked(ledger)).toEqual([[1, 1, WEIGHT]]);
    expect(supplyOf(ledger)).toBe(minted - second);
  });

  it("restakes up to the largest stake allowed, and pays the rest", () => {
    const { maxValidatorStake } = rulesOfNetwork(1).staking;
    const { ledger, reward } = start(1_000_000, maxValidatorStake - AVAX);
    end(ledger, true);
    expect(ledger.state.nextStaker("current")?.weight).toBe(maxValidatorStake);
    expect(payments(ledger)).toEqual([["VALIDATOR", 77, 0, reward - AVAX, 2]]);
  });

  it("does not exist for validators with an end", () => {
    const ledger = sampleLedger();
    stake(ledger, { txId: 1, node: 1, end: END });
    advanceTime(ledger, END);
    expect(() => end(ledger, true)).toThrow("is no auto-renewed validator");
    const config = {
      kind: "staker.configured",
      stakingTxId: id(1),
      period: 0n,
      autoCompoundShares: 0,
    } as const;
    expect(() => configureRenewal(ledger, config)).toThrow("is no auto-renewed validator");
  });
});
