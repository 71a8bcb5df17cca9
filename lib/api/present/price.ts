import type { z } from "zod";
import type { price } from "../../contract/data/evm";
import type { EvmTerms } from "../evm/terms";

type Price = z.infer<typeof price>;

/** A price as the asker's dialect writes it; undefined where the operator feeds none. */
export function presentPrice(value: string | undefined, { currency, dialect }: EvmTerms): Price | undefined {
  return value === undefined ? undefined : { currencyCode: currency, value: dialect.priceValue(value) };
}

/** The price of a token, and what a balance in its base units is worth by it; nothing where none is fed, no worth without decimals. */
export function presentWorth(
  value: string | undefined,
  { balance, decimals }: { balance: bigint; decimals: number | undefined },
  terms: EvmTerms,
): { price?: Price; balanceValue?: Price } {
  const price = presentPrice(value, terms);
  if (value === undefined || price === undefined) return {};
  if (decimals === undefined) return { price };
  return {
    price,
    balanceValue: { ...price, value: terms.dialect.priceValue(worth(balance, decimals, value)) },
  };
}

/** `balance` × `price` / 10^`decimals`, in full. */
function worth(balance: bigint, decimals: number, price: string): string {
  const [whole = "", fraction = ""] = price.split(".");
  const places = fraction.length + decimals;
  const digits = String(balance * BigInt(whole + fraction)).padStart(places + 1, "0");
  const [units, rest] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places)];
  return `${units}.${rest}`.replace(/\.?0*$/, "");
}
