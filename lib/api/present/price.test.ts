import fc from "fast-check";
import { expect, it } from "vitest";
import type { EvmTerms } from "../evm/terms";
import { readLabels } from "../labels/labels";
import { DIALECTS } from "../request/dialect";
import { presentPrice, presentValue } from "./price";

const terms = (dialect: keyof typeof DIALECTS): EvmTerms => ({
  dialect: DIALECTS[dialect],
  currency: "eur",
  labels: readLabels({}, { warn: () => {} }).of("1"),
  prices: { current: () => undefined, at: () => undefined },
});

it.each<[string, bigint, number, string]>([
  ["42.42", 1_500_000_000_000_000_000n, 18, "63.63"],
  ["1", 0n, 6, "0"],
  ["0.5", 1n, 6, "0.0000005"],
  ["100", 7n, 0, "700"],
  ["0.10", 10n, 0, "1"],
  ["2", 2n ** 256n - 1n, 0, String(2n ** 257n - 2n)],
])("at %s each, %s with %i decimals are worth %s", (price, balance, decimals, value) => {
  expect(presentValue(price, { balance, decimals }, terms("seed"))).toEqual({
    price: { currencyCode: "eur", value: price },
    balanceValue: { currencyCode: "eur", value },
  });
});

it("integer prices of integer balances multiply like integers", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n }), fc.nat(), fc.nat(36), (tokens, price, decimals) => {
      const balance = tokens * 10n ** BigInt(decimals);
      const { balanceValue } = presentValue(String(price), { balance, decimals }, terms("seed"));
      expect(balanceValue?.value).toBe(String(tokens * BigInt(price)));
    }),
  );
});

it("SDKs get numbers, and an unknown price is absent", () => {
  expect(presentPrice("42.42", terms("sdk"))).toEqual({ currencyCode: "eur", value: 42.42 });
  expect(presentPrice(undefined, terms("sdk"))).toBeUndefined();
  expect(presentValue(undefined, { balance: 1n, decimals: 0 }, terms("seed"))).toEqual({});
  const unknown = presentValue("2.5", { balance: 10n ** 18n, decimals: undefined }, terms("seed"));
  expect(unknown).toEqual({ price: { currencyCode: "eur", value: "2.5" } });
});
