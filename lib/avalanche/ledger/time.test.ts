import { describe, expect, it } from "vitest";
import { PRIMARY_NETWORK_ID } from "../ids";
import { potentialReward } from "./reward";
import { rulesOfNetwork } from "./rules";
import { AVAX, DAY, id, noted, START, sampleBooks, stake, supplyOf } from "./sample-books";
import { advanceTime } from "./time";

const beforeDurango = rulesOfNetwork(1, { cortina: 0n });

describe("chain time", () => {
  it("never goes back, and has no effects if it does not change", () => {
    const books = sampleBooks();
    advanceTime(books, START);
    expect(books.effects).toEqual([]);
    advanceTime(books, START + 5n);
    expect(noted(books, "time.advanced")).toEqual([{ kind: "time.advanced", from: START, to: START + 5n }]);
    expect(() => advanceTime(books, START)).toThrow("chain time would go back");
  });

  it("refills gas from Etna on, in the first block after it for all the time before", () => {
    const etna = START + 10n;
    const books = sampleBooks({}, rulesOfNetwork(1, { etna }));
    advanceTime(books, START + 9n);
    expect(books.state.chain().gas.capacity).toBe(0n);
    advanceTime(books, START + 11n);
    expect(books.state.chain().gas.capacity).toBe(200_000n);
  });
});

describe("before Durango", () => {
  it("lets a staker wait for its start, and fixes its reward then", () => {
    const books = sampleBooks({}, beforeDurango);
    const start = START + DAY;
    stake(books, { txId: 1, node: 1, start });
    expect(noted(books, "staker.queued")).toHaveLength(1);
    const before = supplyOf(books);

    advanceTime(books, start - 1n);
    expect(books.state.nextStaker("current")).toBeUndefined();
    advanceTime(books, start);

    const staker = books.state.nextStaker("current");
    const period = { start, end: START + 365n * DAY, weight: 2_000n * AVAX };
    expect(staker?.potentialReward).toBe(potentialReward(beforeDurango.reward, period, before));
    expect(supplyOf(books)).toBe(before + (staker?.potentialReward ?? 0n));
    expect(noted(books, "staker.started")).toHaveLength(1);
    expect(books.state.nextStaker("pending")).toBeUndefined();
  });

  it("starts stakers of one second one after another: each sees the supply after the one before", () => {
    const books = sampleBooks({}, beforeDurango);
    const start = START + DAY;
    for (const n of [3, 1, 2]) stake(books, { txId: n, node: n, start });
    advanceTime(books, start);
    const started = noted(books, "staker.started").map(({ staker }) => staker);
    expect(started.map(({ txId }) => txId)).toEqual([id(1), id(2), id(3)]);
    const rewards = started.map((staker) => staker.potentialReward);
    expect(rewards[0] !== undefined && rewards[2] !== undefined && rewards[0] > rewards[2]).toBe(true);
  });
});

describe("from Durango on", () => {
  it("starts a staker at chain time, whatever its transaction says", () => {
    const books = sampleBooks();
    stake(books, { txId: 1, node: 1, start: START + DAY });
    expect(books.state.nextStaker("current")?.start).toBe(START);
  });
});

describe("permissioned validators", () => {
  it("earn nothing and leave at their end, while others wait for a transaction", () => {
    const books = sampleBooks();
    const end = START + 50n;
    stake(books, { txId: 1, node: 1, end, subnetId: id(9), permissioned: true });
    stake(books, { txId: 2, node: 1, end });
    advanceTime(books, end);
    expect(noted(books, "staker.ended").map(({ staker, end: why }) => [staker.txId, why])).toEqual([
      [id(1), "expired"],
    ]);
    expect(books.state.nextStaker("current")?.txId).toEqual(id(2));
    expect(noted(books, "supply.changed").every(({ subnetId }) => subnetId === PRIMARY_NETWORK_ID)).toBe(
      true,
    );
  });
});
