import { describe, expect, it } from "vitest";
import { crossingOf, type Effect, inputsOf, isMoving, movesOf, type Output, says } from "./effects";

const assetId = new Uint8Array(32).fill(1);
const chainId = new Uint8Array(32).fill(2);
const account = new Uint8Array(20).fill(3);
const output: Output = {
  outputType: "secp256k1.transfer",
  assetId,
  amount: 5n,
  owner: { locktime: 0n, threshold: 1, addresses: [account] },
};
const input: Effect = {
  kind: "utxo.consumed",
  sourceTxId: chainId,
  outputIndex: 0,
  assetId,
  amount: 7n,
  credential: 0,
  sigIndices: [0],
};
const paid: Effect = {
  kind: "utxo.evmInput",
  address: account,
  assetId,
  amount: 9n,
  nonce: 0n,
  credential: 1,
};
const created: Effect = { kind: "subnet.created", owner: output.owner };

describe("the amounts that effects move", () => {
  it("are listed in order, for outputs, accounts and balances", () => {
    const effects: Effect[] = [
      input,
      paid,
      created,
      { kind: "utxo.produced", outputIndex: 0, output },
      { kind: "utxo.evmOutput", address: account, assetId, amount: 6n },
      { kind: "utxo.staked", outputIndex: 1, output },
      { kind: "utxo.exported", outputIndex: 2, output, destinationChain: chainId },
      { kind: "l1Validator.balanceIncreased", validationId: chainId, amount: 4n },
    ];
    expect(movesOf(effects)).toMatchObject([
      { of: "consumed", assetId, amount: 7n },
      { of: "consumed", assetId, amount: 9n, account },
      { of: "produced", assetId, amount: 5n },
      { of: "produced", assetId, amount: 6n, account },
      { of: "staked", assetId, amount: 5n },
      { of: "exported", assetId, amount: 5n, destinationChain: chainId },
      { of: "l1Balance", amount: 4n },
    ]);
    expect(effects.filter((effect) => !isMoving(effect))).toEqual([created]);
  });

  it("cross chains if they are imported or exported", () => {
    const ways = movesOf([
      input,
      { ...input, sourceChain: chainId },
      { kind: "utxo.exported", outputIndex: 0, output, destinationChain: chainId },
    ]).map(crossingOf);
    expect(ways).toEqual([undefined, { sourceChain: chainId }, { destinationChain: chainId }]);
  });
});

it("the properties of an effect say who handles it", () => {
  expect(says(created, "ledger", "applied")).toBe(true);
  expect(says(created, "creates", "asset")).toBe(false);
  expect(says(input, "ledger", "nothing")).toBe(true);
});

it("inputs are the effects that a credential unlocks", () => {
  expect(inputsOf([input, created, paid])).toEqual([input, paid]);
});
