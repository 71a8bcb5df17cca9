import { expect, test } from "vitest";
import { balanceRowOf } from "./balance-row";

test("what is staked is part of the balance, and is drawn beside the rest", () => {
  const row = balanceRowOf({ timestamp: 86_400, balance: "2000000000000000000500", staked: "500" });
  expect(row).toEqual({
    timestamp: 86_400,
    balance: 2_000_000_000_000_000_000_500n,
    staked: 500n,
    values: { free: 2e21, staked: 500 },
  });
});

test("where nothing can be staked there is one value, also of nothing", () => {
  expect(balanceRowOf({ timestamp: 0, balance: "0", blockNumber: "3" }).values).toEqual({ free: 0 });
});

test("a balance that is not known is no value, and not 0", () => {
  expect(balanceRowOf({ timestamp: 0, blockNumber: "3" })).toEqual({
    timestamp: 0,
    values: {},
    balance: undefined,
    staked: undefined,
  });
});
