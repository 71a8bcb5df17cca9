import { describe, expect, test } from "vitest";
import type { FirnValidator } from "../../contract/firn/validators";
import { alertsOfNode, type OwnNode, unknownOfNode } from "./of-node";

const NOW = 1_800_000_000_000;
const DAY_S = 86_400;
const nothing: OwnNode = {
  validator: undefined,
  weightLosses: undefined,
  exports: undefined,
  disk: undefined,
  dataDisk: undefined,
  peers: undefined,
  version: undefined,
  upgradeFault: undefined,
  isHealthKnown: false,
};
const PEERS = {
  connectedNavax: 90n,
  totalNavax: 100n,
  versions: [{ version: "avalanchego/1.14.2", navax: 90n }],
};
const seconds = (days: number) => NOW / 1000 + days * DAY_S;

function validator(change: Partial<FirnValidator>, endDays = 100): FirnValidator {
  const period = { status: "active", endTimestamp: seconds(endDays) } as FirnValidator["period"];
  return {
    height: 1,
    time: 1,
    nodeId: "NodeID-me",
    isOwnNode: true,
    blocksProposed: [],
    subnetPeriods: [],
    l1Validations: [],
    period,
    ...change,
  };
}

const alertsOf = (own: Partial<OwnNode>) => alertsOfNode({ ...nothing, ...own }, NOW);

describe("alerts of the own node", () => {
  test("nothing is said where nothing is known, or all is well", () => {
    expect(alertsOf({})).toEqual([]);
    expect(
      alertsOf({
        validator: validator({ uptimePercent: 99 }),
        disk: { availableBytes: 1e12, availablePercent: 40 },
        version: "avalanchego/1.14.2",
        peers: {
          connectedNavax: 90n,
          totalNavax: 100n,
          versions: [{ version: "avalanchego/1.14.2", navax: 90n }],
        },
      }),
    ).toEqual([]);
  });

  test("a validator below its uptime, and one that ends soon", () => {
    expect(alertsOf({ validator: validator({ uptimePercent: 62.31 }, 3) })).toEqual([
      { kind: "uptime-low", nodeId: "NodeID-me", uptimePercent: 62.3, requiredPercent: 80 },
      { kind: "period-ending", nodeId: "NodeID-me", endTimestamp: seconds(3) },
    ]);
  });

  test("a period that has ended is not running, and needs nothing", () => {
    const ended = { status: "completed", endTimestamp: seconds(-1) } as FirnValidator["period"];
    expect(alertsOf({ validator: validator({ period: ended, uptimePercent: 10 }) })).toEqual([]);
  });

  test("a reward that was not paid is told for two weeks", () => {
    const ended = (days: number, rewarded: boolean) =>
      validator({
        period: {
          status: "completed",
          endTimestamp: seconds(-days),
          rewarded,
        } as FirnValidator["period"],
      });
    expect(alertsOf({ validator: ended(13, false) })).toEqual([
      { kind: "reward-missed", nodeId: "NodeID-me", endTimestamp: seconds(-13) },
    ]);
    expect(alertsOf({ validator: ended(13, true) })).toEqual([]);
    expect(alertsOf({ validator: ended(15, false) })).toEqual([]);
  });

  test("what nobody answers is unknown, not over", () => {
    expect(unknownOfNode(nothing)).toEqual(
      expect.arrayContaining([
        "uptime-low",
        "l1-weight-lost",
        "exports-waiting",
        "disk-low",
        "data-disk-low",
        "version-old",
      ]),
    );
    const known = {
      validator: validator({ uptimePercent: 99 }),
      weightLosses: [],
      exports: [],
      isHealthKnown: true,
      disk: { availableBytes: 1, availablePercent: 50 },
      peers: PEERS,
    };
    expect(unknownOfNode({ ...nothing, ...known, dataDisk: known.disk })).toEqual([]);
    expect(unknownOfNode({ ...nothing, ...known, validator: validator({}), dataDisk: known.disk })).toEqual([
      "uptime-low",
    ]);
  });

  test("Firn's own disk", () => {
    expect(alertsOf({ dataDisk: { availableBytes: 5e9, availablePercent: 4 } })).toEqual([
      { kind: "data-disk-low", availableBytes: 5e9, availablePercent: 4 },
    ]);
    expect(alertsOf({ dataDisk: { availableBytes: 5e9, availablePercent: 10 } })).toEqual([]);
  });

  test("L1 balances that run out, or have", () => {
    const of = (id: string, days: number, active = true, weight = "5") => ({
      validationId: id,
      subnetId: "subnet",
      weight,
      active,
      runsOutTimestamp: seconds(days),
    });
    const l1Validations = [of("a", 2), of("b", 13), of("c", 60), of("d", 0, false), of("e", 0, false, "0")];
    const told = { subnetId: "subnet" };
    expect(alertsOf({ validator: validator({ l1Validations }) })).toEqual([
      { kind: "l1-balance-low", validationId: "a", ...told, runsOutTimestamp: seconds(2), level: "critical" },
      { kind: "l1-balance-low", validationId: "b", ...told, runsOutTimestamp: seconds(13), level: "low" },
      { kind: "l1-validator-inactive", validationId: "d", ...told },
    ]);
  });

  test("weight that an L1 took is told for two weeks", () => {
    const lost = (days: number) => ({
      validationId: "v",
      subnetId: "s",
      txHash: "t",
      timestamp: seconds(-days),
      weightBefore: "100",
      weight: "0",
    });
    expect(alertsOf({ weightLosses: [lost(13), lost(15)] })).toEqual([
      { kind: "l1-weight-lost", ...lost(13) },
    ]);
  });

  test("what was exported an hour ago or earlier and nobody imported, the oldest and how many", () => {
    const of = (txHash: string, hours?: number) => ({
      txHash,
      to: "X-Chain",
      amount: "1500000000",
      denomination: 9,
      symbol: "AVAX",
      ...(hours !== undefined && { timestamp: NOW / 1000 - hours * 3_600 }),
    });
    expect(alertsOf({ exports: [of("late", 0.5)] })).toEqual([]);
    expect(alertsOf({ exports: [of("old", 50), of("later", 3), of("late", 0.5)] })).toEqual([
      { kind: "exports-waiting", count: 2, oldest: of("old", 50) },
    ]);
    // Its time is from before the chain kept any.
    expect(alertsOf({ exports: [of("graph")] })).toHaveLength(1);
  });

  test("a full disk, few peers, an old version and a failed check of upgrades", () => {
    const peers = {
      connectedNavax: 70n,
      totalNavax: 100n,
      versions: [
        { version: "avalanchego/1.15.0", navax: 60n },
        { version: "avalanchego/1.14.10", navax: 10n },
      ],
    };
    const disk = { availableBytes: 5e9, availablePercent: 4 };
    const connected = { kind: "connected-low", connectedPercent: 70, requiredPercent: 80 };
    expect(alertsOf({ peers, disk, version: "avalanchego/1.14.9" })).toEqual([
      { kind: "version-old", version: "avalanchego/1.14.9", newerPercent: 70 },
      { kind: "disk-low", ...disk },
      connected,
    ]);
    expect(alertsOf({ peers, version: "avalanchego/1.15.0" })).toEqual([connected]);
    expect(alertsOf({ upgradeFault: "time is near" })).toEqual([
      { kind: "upgrade-not-ready", reason: "time is near" },
    ]);
  });
});
