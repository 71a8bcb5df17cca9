import { describe, expect, it } from "vitest";
import { ConfigError } from "../../errors";
import { readGenesisConfig } from "./genesis-config";
import { localGenesisConfig } from "./genesis-local";

const STAKER = {
  nodeID: "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg",
  rewardAddress: "X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u",
  delegationFee: 20_000,
};

const SMALLEST = {
  networkID: 54321,
  startTime: 1_700_000_000,
  cChainGenesis: "{}",
  message: "hi",
};

describe("a genesis configuration", () => {
  it("may leave out what the node does not require", () => {
    const config = readGenesisConfig({
      ...SMALLEST,
      initialStakers: [STAKER],
      allocations: [{ ethAddr: "0x11", avaxAddr: STAKER.rewardAddress, unlockSchedule: [{ amount: 7n }] }],
    });
    expect(config.initialStakers[0]?.bls).toBeUndefined();
    expect(config.allocations[0]?.unlocks).toEqual([{ amount: 7n, locktime: 0n }]);
    expect(config.allocations[0]?.initialAmount).toBe(0n);
    expect(config.initialStakedFunds).toEqual([]);
  });

  it.each([
    { value: null, place: "its root" },
    { value: { ...SMALLEST, networkID: "five" }, place: "networkID" },
    { value: { ...SMALLEST, startTime: -1 }, place: "startTime" },
    { value: { ...SMALLEST, message: 5 }, place: "message" },
    { value: { ...SMALLEST, allocations: {} }, place: "allocations" },
    {
      value: { ...SMALLEST, initialStakers: [STAKER, { ...STAKER, nodeID: "x" }] },
      place: "initialStakers[1].nodeID",
    },
    {
      value: { ...SMALLEST, initialStakers: [{ ...STAKER, signer: { publicKey: "0x1" } }] },
      place: "initialStakers[0].signer.publicKey",
    },
  ])("is refused if wrong, naming $place", ({ value, place }) => {
    expect(() => readGenesisConfig(value)).toThrow(ConfigError);
    expect(() => readGenesisConfig(value)).toThrow(`at ${place};`);
  });

  it("is refused if amounts were parsed inexactly", () => {
    const allocations = [{ ethAddr: "0x11", avaxAddr: STAKER.rewardAddress, initialAmount: 2 ** 60 }];
    expect(() => readGenesisConfig({ ...SMALLEST, allocations })).toThrow("exactly parsed");
  });

  it("of the local network is built in", () => {
    const { networkId, initialStakers, allocations } = localGenesisConfig();
    expect([networkId, initialStakers.length, allocations.length]).toEqual([12345, 5, 3]);
  });
});
