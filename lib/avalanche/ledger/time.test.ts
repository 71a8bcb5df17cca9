import { describe, expect, it } from "vitest";
import { PRIMARY_NETWORK_ID } from "../ids";
import { potentialReward } from "./reward";
import { rulesOfNetwork } from "./rules";
import { AVAX, DAY, id, noted, START, sampleLedger, stake, supplyOf } from "./sample-ledger";
import { advanceTime } from "./time";

const beforeDurango = rulesOfNetwork(1, { cortina: 0n });

describe("chain time", () => {
  it("never goes back, and has no effects if it does not change", () => {
    const ledger = sampleLedger();
    advanceTime(ledger, START);
    expect(ledger.effects).toEqual([]);
    advanceTime(ledger, START + 5n);
    expect(noted(ledger, "time.advanced")).toEqual([{ kind: "time.advanced", from: START, to: START + 5n }]);
    expect(() => advanceTime(ledger, START)).toThrow("chain time would go back");
  });

  it("refills gas from Etna on, in the first block after it for all the time before", () => {
    const etna = START + 10n;
    const ledger = sampleLedger({}, rulesOfNetwork(1, { etna }));
    advanceTime(ledger, START + 9n);
    expect(ledger.state.chain().gas.capacity).toBe(0n);
    advanceTime(ledger, START + 11n);
    expect(ledger.state.chain().gas.capacity).toBe(200_000n);
  });
});

describe("before Durango", () => {
  it("lets a staker wait for its start, and fixes its reward then", () => {
    const ledger = sampleLedger({}, beforeDurango);
    const start = START + DAY;
    stake(ledger, { txId: 1, node: 1, start });
    expect(noted(ledger, "staker.queued")).toHaveLength(1);
    const before = supplyOf(ledger);

    advanceTime(ledger, start - 1n);
    expect(ledger.state.nextStaker("current")).toBeUndefined();
    advanceTime(ledger, start);

    const staker = ledger.state.nextStaker("current");
    const period = { start, end: START + 365n * DAY, weight: 2_000n * AVAX };
    expect(staker?.potentialReward).toBe(potentialReward(beforeDurango.reward, period, before));
    expect(supplyOf(ledger)).toBe(before + (staker?.potentialReward ?? 0n));
    expect(noted(ledger, "staker.started")).toHaveLength(1);
    expect(ledger.state.nextStaker("pending")).toBeUndefined();
  });

  it("starts stakers of one second one after another: each sees the supply after the one before", () => {
    const ledger = sampleLedger({}, beforeDurango);
    const start = START + DAY;
    for (const n of [3, 1, 2]) stake(ledger, { txId: n, node: n, start });
    advanceTime(ledger, start);
    const started = noted(ledger, "staker.started").map(({ staker }) => staker);
    expect(started.map(({ txId }) => txId)).toEqual([id(1), id(2), id(3)]);
    const rewards = started.map((staker) => staker.potentialReward);
    expect(rewards[0] !== undefined && rewards[2] !== undefined && rewards[0] > rewards[2]).toBe(true);
  });
});

describe("from Durango on", () => {
  it("starts a staker at chain time, whatever its transaction says", () => {
    const ledger = sampleLedger();
    stake(ledger, { txId: 1, node: 1, start: START + DAY });
    expect(ledger.state.nextStaker("current")?.start).toBe(START);
  });
});

describe("permissioned validators", () => {
  it("earn nothing and leave at their end, while others wait for a transaction", () => {
    const ledger = sampleLedger();
    const end = START + 50n;
    stake(ledger, { txId: 1, node: 1, end, subnetId: id(9), permissioned: true });
    stake(ledger, { txId: 2, node: 1, end });
    advanceTime(ledger, end);
    expect(noted(ledger, "staker.ended").map(({ staker, end: why }) => [staker.txId, why])).toEqual([
      [id(1), "expired"],
    ]);
    expect(ledger.state.nextStaker("current")?.txId).toEqual(id(2));
    expect(noted(ledger, "supply.changed").every(({ subnetId }) => subnetId === PRIMARY_NETWORK_ID)).toBe(
      true,
    );
  });
});
