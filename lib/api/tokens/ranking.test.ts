import fc from "fast-check";
import { expect, test } from "vitest";
import type { TokenMeasures } from "../../store/queries/evm/token-list";
import { amountColumn } from "../../store/rows/columns";
import { bySupply } from "./ranking";

/** Amounts that differ little and much, in tokens of any decimals. */
const amount = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.bigInt({ min: 999n, max: 1_001n }));
const scale = fc.oneof(fc.constantFrom(0, 6, 18), fc.nat(255));

function tokenOf(id: number, supply: bigint, decimals: number | null, asks_node = false): TokenMeasures {
  return { id, supply: amountColumn(supply), decimals, asks_node };
}

test("tokens are in the exact order of their whole units, whatever their decimals", () => {
  const isExact = fc.property(fc.array(fc.tuple(amount, scale), { maxLength: 12 }), (tokens) => {
    const all = tokens.map(([supply, decimals], id) => tokenOf(id, supply, decimals));
    const units = bySupply(all, { isCounted: false }).map(({ id }) => {
      const [supply, decimals] = tokens[id] as [bigint, number];
      return supply * 10n ** BigInt(255 - decimals);
    });
    expect(units).toEqual(units.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
  });
  fc.assert(isExact, { numRuns: 2_000 });
});

test("what is not known comes last; tokens of a collection are counted whole", () => {
  const all = [tokenOf(1, 9n, null), tokenOf(2, 10n ** 18n, 18), tokenOf(3, 99n, 0, true), tokenOf(4, 0n, 0)];
  expect(bySupply(all, { isCounted: false }).map(({ id }) => id)).toEqual([2, 4, 3, 1]);
  expect(bySupply(all, { isCounted: true }).map(({ id }) => id)).toEqual([2, 1, 4, 3]);
});
