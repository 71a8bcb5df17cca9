import { z } from "zod";
import { CURRENCIES } from "./data/evm";

/** The document at FIRN_PRICES. */

/** Price of one whole token, in decimal digits. */
const amount = z.union([
  z.string().regex(/^\d{1,40}(\.\d{1,40})?$/, "must be a decimal number"),
  z.number().nonnegative().transform(writeDecimal),
]);
const inCurrencies = z.partialRecord(z.enum(CURRENCIES), amount);
const tokenKey = z.string().regex(/^(native|0x[0-9a-f]{40})$/i, "must be native, or 0x and 40 hex digits");
const evmChainId = z.string().regex(/^\d{1,15}$/, "must be an EVM chain id in decimal digits");

/** Prices by EVM chain id, token (its contract, or `native`) and currency; those of UTC days beside the current ones. */
export const priceFeed = z.record(
  evmChainId,
  z.record(
    tokenKey,
    z.strictObject({
      current: inCurrencies.optional(),
      history: z.record(z.iso.date(), inCurrencies).optional(),
    }),
  ),
);
export type PriceFeed = z.output<typeof priceFeed>;

/** A number without exponent. */
function writeDecimal(value: number): string {
  const text = String(value);
  const [, first, others = "", exponent] = /^(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (first === undefined) return text;
  const places = Number(exponent);
  return places < 0
    ? `0.${"0".repeat(-places - 1)}${first}${others}`
    : `${first}${others}`.padEnd(places + 1, "0");
}
