import { describe, expect, it } from "vitest";
import { NodeError } from "../../errors";
import { differUpTo, readUpgrades, rulesFromNode, rulesOfNetwork } from "./rules";

describe("rules of a network", () => {
  it("knows mainnet and fuji, and uses the node's defaults for every other network", () => {
    expect(rulesOfNetwork(1).staking.minStakeDuration).toBe(14n * 86_400n);
    expect(rulesOfNetwork(5).staking.minValidatorStake).toBe(1_000_000_000n);
    expect(rulesOfNetwork(12345)).toEqual(rulesOfNetwork(54321));
    expect(rulesOfNetwork(12345).validatorFee.minPrice).toBe(1n);
  });

  it("orders the upgrades of every network", () => {
    for (const id of [1, 5, 12345]) {
      const { cortina, durango, etna, helicon } = rulesOfNetwork(id).upgrades;
      expect(cortina <= durango && durango <= etna && etna < helicon).toBe(true);
    }
  });

  it("takes upgrade times from a node's answer, and keeps its own for those that are missing", () => {
    const answer = { etnaTime: "2026-11-21T00:47:11Z", graniteEpochDuration: 30_000_000_000 };
    const { upgrades } = rulesOfNetwork(54321, readUpgrades(answer));
    expect(upgrades.etna).toBe(1_795_222_031n);
    expect(upgrades.durango).toBe(rulesOfNetwork(54321).upgrades.durango);
  });

  it("refuses a malformed time", () => {
    expect(() => readUpgrades({ etnaTime: "soon" })).toThrow(NodeError);
    expect(() => readUpgrades({ heliconTime: 5 })).toThrow("heliconTime is 5");
  });

  it.each([1, 5])("keeps the times of network %s, and refuses a node that reports others", (id) => {
    const { etna } = rulesOfNetwork(id).upgrades;
    const isoTime = (seconds: bigint) => new Date(Number(seconds) * 1000).toISOString();
    expect(rulesFromNode(id, { etnaTime: isoTime(etna) })).toEqual(rulesOfNetwork(id));
    expect(() => rulesFromNode(id, { etnaTime: isoTime(etna + 1n) })).toThrow(NodeError);
    expect(() => rulesFromNode(id, { cortinaTime: "1970-01-01T00:00:00Z" })).toThrow(
      /cortina .* is 1970-01-01/,
    );
    expect(() => rulesFromNode(id, { heliconTime: isoTime(etna) })).toThrow("it is not scheduled");
  });

  it("takes the date of an unscheduled upgrade from a node that knows it", () => {
    const own = rulesOfNetwork(1).upgrades;
    const { upgrades } = rulesFromNode(1, { heliconTime: "2027-03-01T00:00:00Z" });
    expect(upgrades).toEqual({ ...own, helicon: 1_803_859_200n });
  });

  it("distinguishes times that affect stored data from future ones", () => {
    const own = rulesOfNetwork(54321).upgrades;
    const later = { ...own, helicon: own.helicon - 5n };
    expect(differUpTo(own, later, own.helicon - 6n)).toBe(false);
    expect(differUpTo(own, later, own.helicon - 5n)).toBe(true);
    expect(differUpTo(later, own, own.helicon - 5n)).toBe(true);
    expect(differUpTo(own, own, own.helicon)).toBe(false);
  });
});
