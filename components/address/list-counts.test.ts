import { expect, test } from "vitest";
import type { FirnAddress } from "@/lib/contract/firn/addresses";
import { listCounts } from "./list-counts";

type Counts = FirnAddress["chains"][number]["counts"];

const chain = (name: string, counts: Partial<Counts> & { transactions: number }) => ({
  chain: name,
  name,
  counts: { transfers: 0, createdContracts: 0, ...counts },
});

test("transactions of all chains are counted together, other lists of P, X and C, and those of an L1 alone", () => {
  const chains = [
    chain("p", { transactions: 7 }),
    chain("c", { transactions: 5, internalTransactions: 2 }),
    chain("99999", { transactions: 3, internalTransactions: 1 }),
  ];
  expect(listCounts(chains, undefined)).toMatchObject({ txs: "15", internal: "2" });
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

test("holdings are counted where they are known, stakes where there are any, and approvals where there are none", () => {
  const known = [
    chain("p", { transactions: 1, stakes: 3 }),
    chain("c", { transactions: 1, tokens: 2, nfts: 0 }),
  ];
  expect(listCounts(known, undefined)).toMatchObject({ tokens: "2", nfts: "0", staking: "3" });
  const asked = listCounts(
    [chain("p", { transactions: 1, stakes: 0 }), chain("c", { transactions: 1 })],
    undefined,
  );
  for (const tab of ["tokens", "nfts", "staking", "approvals"]) expect(asked).not.toHaveProperty(tab);
  const given = (approvals: number) => listCounts([chain("c", { transactions: 1, approvals })], undefined);
  expect(given(0).approvals).toBe("0");
  expect(given(2)).not.toHaveProperty("approvals");
});
