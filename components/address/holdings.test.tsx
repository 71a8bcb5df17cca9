import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { EvmChain } from "@/components/evm/chain";
import { BalanceMatrix } from "./balance-matrix";
import { type Account, type ChainHoldings, l1RowOf, matrixOf, sumAvax } from "./holdings";

const l1: EvmChain = {
  evmChainId: "99999",
  segment: "99999",
  name: "numbers",
  symbol: "NUM",
  tag: "L1",
  rpcUrl: "",
};
const own = (native: Account): ChainHoldings[] =>
  matrixOf({ p: undefined, x: undefined, c: undefined, native, ids: { avaxAssetId: "avax" } });
const textOf = (rows: ChainHoldings[], at = "") =>
  renderToStaticMarkup(
    <BalanceMatrix
      rows={rows}
      href="/address/0x1?tab=tokens&chain=99999"
      time={undefined}
      at={at}
      today="2026-11-21"
    />,
  );

test("an account's balance on an L1 is a row of the matrix, in the L1's token and in no sum of AVAX", () => {
  const rows = [...own({ wei: 5n * 10n ** 18n }), l1RowOf(l1, { wei: 7n * 10n ** 18n })];
  expect(sumAvax(rows).total).toBe(5n * 10n ** 18n);
  const row = textOf(rows).split("<tr>").at(-1) ?? "";
  expect(row).toContain("numbers");
  expect(row).toContain("NUM");
  expect(row).toMatch(/7(<[^>]*>)* ?(<[^>]*>)*NUM/);
});

test("an unknown balance on an L1 is not 0, and does not affect the AVAX", () => {
  const text = textOf([...own({ wei: 1n }), l1RowOf(l1, { reason: "The node of numbers does not answer" })]);
  const row = text.split("<tr>").at(-1) ?? "";
  expect(row.match(/not known/g)).toHaveLength(2);
  expect(text).toContain("AVAX on all three chains");
});

test("balances of an unknown other form are not known, and not 0", () => {
  const ids = { avaxAssetId: "avax" };
  const none = { p: undefined, x: undefined, c: undefined, ids };
  const onlyP = textOf(matrixOf({ ...none, native: { reason: "The 0x form of this key is not known" } }));
  expect(onlyP).toContain("AVAX without the C-Chain account");
  expect(onlyP).not.toContain("AVAX on all three chains");
  const only0x = textOf(matrixOf({ ...none, native: { wei: 1n }, keyUnknown: true }));
  expect(only0x).toContain("AVAX on the C-Chain");
  expect(only0x.match(/<\/span>not known/g)).toHaveLength(10);
  expect(only0x).toContain("The P- and X-Chain form of this key is not known.");
});

test("asking for another time keeps the tab and the chain", () => {
  expect(textOf(own({ wei: 1n }))).toContain("tab=tokens&amp;chain=99999&amp;at=2026-11-21");
  const text = textOf(own({ wei: 1n }), "2026-11-20");
  expect(text).toContain('name="tab" value="tokens"');
  expect(text).toContain('name="chain" value="99999"');
});
