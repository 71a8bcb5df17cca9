import { describe, expect, it } from "vitest";
import { ConfigError } from "../../errors";
import { readUpgrades, rulesOfNetwork } from "./rules";

describe("rules of a network", () => {
  it("knows mainnet and fuji, and takes every other network for one with the node's defaults", () => {
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

  it("takes upgrade times from what a node answers, and keeps its own for those it leaves out", () => {
    const answer = { etnaTime: "2026-11-21T00:47:11Z", graniteEpochDuration: 30_000_000_000 };
    const { upgrades } = rulesOfNetwork(54321, readUpgrades(answer));
    expect(upgrades.etna).toBe(1_795_222_031n);
    expect(upgrades.durango).toBe(rulesOfNetwork(54321).upgrades.durango);
  });

  it("refuses a time that is none", () => {
    expect(() => readUpgrades({ etnaTime: "soon" })).toThrow(ConfigError);
    expect(() => readUpgrades({ heliconTime: 5 })).toThrow("heliconTime is 5");
  });
});
