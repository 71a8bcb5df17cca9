import { describe, expect, test } from "vitest";
import type { FirnValidator } from "@/lib/contract/firn/validators";
import { type OwnNode, ownNodeAttention } from "./own-node";

const NOW = 1_800_000_000_000;
const DAY_S = 86_400;
const nothing: OwnNode = {
  ...{ validator: undefined, exports: [], disk: undefined, peers: undefined },
  ...{ version: undefined, upgradeFault: undefined },
};
const seconds = (days: number) => NOW / 1000 + days * DAY_S;

function validator(change: Partial<FirnValidator>, endDays = 100): FirnValidator {
  const period = { status: "active", endTimestamp: seconds(endDays) } as FirnValidator["period"];
  return {
    ...{ height: 1, time: 1, nodeId: "NodeID-me", isOwnNode: true, blocksProposed: [], subnetPeriods: [] },
    ...{ l1Validations: [], period, ...change },
  };
}

const shown = (own: Partial<OwnNode>) =>
  ownNodeAttention({ ...nothing, ...own }, NOW).map(({ title, href }) => [
    title.replaceAll("\u2009", " "),
    href,
  ]);

describe("needs attention, of the own node", () => {
  test("nothing is said where nothing is known, or all is well", () => {
    expect(shown({})).toEqual([]);
    expect(
      shown({
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

  test("a validator below its uptime, and one that ends soon, lead to its page", () => {
    expect(shown({ validator: validator({ uptimePercent: 62.31 }, 3) })).toEqual([
      ["Your validator’s uptime is 62.3 %", "/validator/NodeID-me"],
      ["Your validator’s period ends in 3 d", "/validator/NodeID-me"],
    ]);
  });

  test("a period that has ended is not running, and needs nothing", () => {
    const ended = { status: "completed", endTimestamp: seconds(-1) } as FirnValidator["period"];
    expect(shown({ validator: validator({ period: ended, uptimePercent: 10 }) })).toEqual([]);
  });

  test("L1 balances that run out, or have, lead to their validation", () => {
    const of = (id: string, days: number, active = true, weight = "5") => ({
      ...{ validationId: id, subnetId: "ZtpFPCFYPHCqu9581pKgL8x9bfqUGhw8WbKaixCSJsCj6Pxfd" },
      ...{ weight, active, runsOutTimestamp: seconds(days) },
    });
    const l1Validations = [of("a", 2), of("b", 13), of("c", 60), of("d", 0, false), of("e", 0, false, "0")];
    expect(shown({ validator: validator({ l1Validations }) }).map(([, href]) => href)).toEqual([
      "/validation/a",
      "/validation/b",
      "/validation/d",
    ]);
  });

  test("what was exported an hour ago or earlier and nobody imported leads to its transfer", () => {
    const of = (txHash: string, hours: number | undefined) => ({
      ...{ txHash, to: "X-Chain", asset: { amount: "1500000000", denomination: 9, symbol: "AVAX" } },
      timestamp: hours === undefined ? undefined : NOW / 1000 - hours * 3_600,
    });
    expect(shown({ exports: [of("late", 0.5)] })).toEqual([]);
    expect(shown({ exports: [of("old", 50), of("later", 3), of("late", 0.5)] })).toEqual([
      ["1.5 AVAX of your validator’s owner waits for its import", "/atomic/old"],
    ]);
    // Its time is from before the chain kept any.
    expect(shown({ exports: [of("graph", undefined)] })).toHaveLength(1);
  });

  test("a full disk, few peers and an old version lead to the node's page", () => {
    const peers = {
      ...{ connectedNavax: 70n, totalNavax: 100n },
      versions: [
        { version: "avalanchego/1.15.0", navax: 60n },
        { version: "avalanchego/1.14.10", navax: 10n },
      ],
    };
    const disk = { availableBytes: 5e9, availablePercent: 4 };
    expect(shown({ peers, disk, version: "avalanchego/1.14.9" }).map(([, href]) => href)).toEqual([
      "/node",
      "/node",
      "/node",
    ]);
    expect(shown({ peers, version: "avalanchego/1.15.0" })).toEqual([
      ["Your node is connected to 70 % of stake", "/node"],
    ]);
    expect(shown({ upgradeFault: "time is near" })).toEqual([
      ["Your node is not ready for the next upgrade", "/node"],
    ]);
  });
});
