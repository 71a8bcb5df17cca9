import type { z } from "zod";
import type { price } from "../../contract/data/evm";
import type { EvmTerms } from "../evm/terms";

type Price = z.infer<typeof price>;
type PriceTerms = Pick<EvmTerms, "currency" | "dialect">;

/** A price in the client's form; undefined where the operator has no feed for it. */
export function presentPrice(
  value: string | undefined,
  { currency, dialect }: PriceTerms,
): Price | undefined {
  return value === undefined ? undefined : { currencyCode: currency, value: dialect.priceValue(value) };
}

/** A token's price, and the value of a balance in its base units. Empty without a price; no value without decimals. */
export function presentValue(
  value: string | undefined,
  { balance, decimals }: { balance: bigint; decimals: number | undefined },
  terms: PriceTerms,
): { price?: Price; balanceValue?: Price } {
  const price = presentPrice(value, terms);
  if (value === undefined || price === undefined) return {};
  if (decimals === undefined) return { price };
  return {
    price,
    balanceValue: { ...price, value: terms.dialect.priceValue(multiply(balance, decimals, value)) },
  };
}

/** `balance` × `price` / 10^`decimals`, exact. */
export function multiply(balance: bigint, decimals: number, price: string): string {
  const [whole = "", fraction = ""] = price.split(".");
  const places = fraction.length + decimals;
  const digits = String(balance * BigInt(whole + fraction)).padStart(places + 1, "0");
  const units = digits.slice(0, digits.length - places);
  const rest = digits.slice(digits.length - places);
  return `${units}.${rest}`.replace(/\.?0*$/, "");
}

/** The exact sum of decimal texts. */
export function addDecimals(texts: readonly string[]): string {
  const places = Math.max(0, ...texts.map((text) => text.split(".")[1]?.length ?? 0));
  const total = texts.reduce((sum, text) => {
    const [whole = "", fraction = ""] = text.split(".");
    return sum + BigInt(whole + fraction.padEnd(places, "0"));
  }, 0n);
  return multiply(total, places, "1");
}
