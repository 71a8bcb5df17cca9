import { expect, test } from "vitest";
import { listCounts } from "./list-counts";

const chain = (name: string, counts: { transactions: number; internalTransactions?: number }) => ({
  chain: name,
  name,
  counts: { transfers: 0, createdContracts: 0, ...counts },
});

test("lists of P, X and C are counted together, and those of an L1 alone", () => {
  const chains = [
    chain("p", { transactions: 7 }),
    chain("c", { transactions: 5, internalTransactions: 2 }),
    chain("99999", { transactions: 3, internalTransactions: 1 }),
  ];
  expect(listCounts(chains, undefined)).toMatchObject({ txs: "12", internal: "2" });
  expect(listCounts(chains, "99999")).toMatchObject({ txs: "3", internal: "1" });
  expect(listCounts(chains, "12345")).toMatchObject({ txs: "0" });
});

test("more than are counted are more than 100", () => {
  expect(
    listCounts([chain("p", { transactions: 60 }), chain("x", { transactions: 41 })], undefined).txs,
  ).toBe("100+");
  expect(listCounts([chain("p", { transactions: 100 })], undefined).txs).toBe("100");
});

test("calls that nobody traced are not counted", () => {
  expect(listCounts([chain("c", { transactions: 1 })], undefined).internal).toBeUndefined();
});
