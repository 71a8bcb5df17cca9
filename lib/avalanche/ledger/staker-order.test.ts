import { expect, it } from "vitest";
import { PRIMARY_NETWORK_ID } from "../ids";
import type { StakerRecord } from "./records";
import { id, nodeId } from "./sample-ledger";
import { compareStakers, rankOf } from "./staker-order";

const SUBNET = id(7);

function staker(
  of: Pick<StakerRecord, "status" | "role"> & Partial<StakerRecord>,
  apricot = false,
): StakerRecord {
  const ranked = { subnetId: PRIMARY_NETWORK_ID, permissioned: false, ...of };
  return {
    txId: id(1),
    nodeId: nodeId(1),
    rank: rankOf(ranked, apricot),
    start: 10n,
    end: 20n,
    weight: 1n,
    potentialReward: 0n,
    stake: [],
    rewardIndex: 0,
    delegateeReward: 0n,
    ...ranked,
  };
}

it("starts stakers of one second in the node's order", () => {
  const status = "pending";
  const order = [
    staker({ status, role: "delegator" }, true),
    staker({ status, role: "validator" }),
    staker({ status, role: "delegator" }),
    staker({ status, role: "validator", subnetId: SUBNET }),
    staker({ status, role: "delegator", subnetId: SUBNET }),
    staker({ status, role: "validator", subnetId: SUBNET, permissioned: true }),
  ];
  expect([...order].reverse().sort(compareStakers)).toEqual(order);
});

it("ends stakers of one second in the node's order", () => {
  const status = "current";
  const order = [
    staker({ status, role: "validator", subnetId: SUBNET, permissioned: true }),
    staker({ status, role: "delegator", subnetId: SUBNET }),
    staker({ status, role: "validator", subnetId: SUBNET }),
    staker({ status, role: "delegator" }),
    staker({ status, role: "validator" }),
  ];
  expect([...order].reverse().sort(compareStakers)).toEqual(order);
});

it("orders by start while pending, by end while current, and finally by id", () => {
  const late = { start: 11n, end: 19n };
  const compare = (status: "pending" | "current") =>
    compareStakers(staker({ status, role: "validator" }), staker({ status, role: "validator", ...late }));
  expect(compare("pending")).toBeLessThan(0);
  expect(compare("current")).toBeGreaterThan(0);
  const one = staker({ status: "current", role: "validator" });
  expect(compareStakers(one, { ...one, txId: id(2) })).toBeLessThan(0);
  expect(compareStakers(one, one)).toBe(0);
});
