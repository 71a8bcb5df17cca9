import { expect, it } from "vitest";
import type { Effect, Output } from "@/lib/avalanche/effects";
import { balancesOf } from "./amounts";

const AVAX = new Uint8Array(32).fill(1);
const OTHER = new Uint8Array(32).fill(2);
const consumed = (assetId: Uint8Array, amount: bigint): Effect => ({
  kind: "utxo.consumed",
  sourceTxId: new Uint8Array(32),
  outputIndex: 0,
  assetId,
  amount,
  credential: 0,
  sigIndices: [0],
});
const output = (assetId: Uint8Array, amount: bigint): Output => ({
  outputType: "secp256k1.transfer",
  assetId,
  amount,
  owner: { locktime: 0n, threshold: 1, addresses: [new Uint8Array(20)] },
});

it("the fee is what inputs hold and outputs do not, by asset and beyond 2^53", () => {
  const balances = balancesOf([
    consumed(AVAX, 9_007_199_254_740_993n),
    consumed(OTHER, 50n),
    { kind: "utxo.produced", outputIndex: 0, output: output(AVAX, 9_007_199_254_740_000n) },
    { kind: "utxo.staked", outputIndex: 1, output: output(OTHER, 50n) },
  ]);
  expect(balances.map(({ consumed, fee, staked }) => [consumed, fee, staked])).toEqual([
    [9_007_199_254_740_993n, 993n, 0n],
    [50n, 0n, 50n],
  ]);
});

it("a validator's balance is not part of the fee", () => {
  const [balance] = balancesOf([
    consumed(AVAX, 100n),
    { kind: "l1Validator.balanceIncreased", validationId: new Uint8Array(32), amount: 60n },
  ]);
  expect([balance?.l1Balances, balance?.fee]).toEqual([60n, 40n]);
});

it("a proposal moves nothing", () => {
  expect(balancesOf([{ kind: "staker.rewardProposed", stakingTxId: new Uint8Array(32) }])).toEqual([]);
});
