import { expect, it } from "vitest";
import { PRIMARY_NETWORK_ID } from "../ids";
import { DAY, id, noted, START, sampleLedger } from "./sample-ledger";
import { changeSupply, mintPotentialReward } from "./supply";

const PERIOD = { start: START, end: START + DAY, weight: 1_000_000n };

it("keeps a separate supply for each subnet", () => {
  const ledger = sampleLedger();
  const reward = { ...ledger.rules.reward, supplyCap: 2_000_000n };
  ledger.state.putSubnet({ subnetId: id(9), supply: 1_000_000n, transformation: { assetId: id(8), reward } });
  const minted = mintPotentialReward(ledger, id(9), PERIOD);
  expect(minted).toBe(274n);
  expect(noted(ledger, "supply.changed")).toEqual([
    { kind: "supply.changed", subnetId: id(9), supply: 1_000_274n, change: 274n },
  ]);
});

it("has no effect if nothing is minted", () => {
  const ledger = sampleLedger();
  changeSupply(ledger, PRIMARY_NETWORK_ID, 0n);
  expect(ledger.effects).toEqual([]);
});

it("refuses a supply below 0, and subnets without supply or without rules", () => {
  const ledger = sampleLedger();
  expect(() => changeSupply(ledger, PRIMARY_NETWORK_ID, -(10n ** 30n))).toThrow("the supply would be -");
  expect(() => changeSupply(ledger, id(9), 1n)).toThrow("has no supply of a staked asset");
  ledger.state.putSubnet({ subnetId: id(9), supply: 1n });
  expect(() => mintPotentialReward(ledger, id(9), PERIOD)).toThrow("was never transformed");
});
