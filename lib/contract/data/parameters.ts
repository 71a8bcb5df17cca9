import { z } from "zod";
import { parseId, parseNodeId } from "../../avalanche/ids";

/** Schemas of parameters shared by the routes. Each has its accepted form as description, worded to follow "must be". */

/** A whole number in decimal digits. */
export function integerParameter(range: { min: number; max?: number; form?: string }) {
  const max = range.max ?? Number.MAX_SAFE_INTEGER;
  const form =
    range.form ??
    (range.max === undefined
      ? `an integer, at least ${range.min}`
      : `an integer from ${range.min} to ${max}`);
  return z
    .preprocess(
      (value: string | number) =>
        typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value,
      z.number().int().min(range.min).max(max),
    )
    .describe(form);
}

/** A text for which `parse` does not throw. */
export function textParameter(parse: (text: string) => unknown, form: string) {
  return z
    .string()
    .refine((text) => {
      try {
        parse(text);
        return true;
      } catch {
        return false;
      }
    })
    .describe(form);
}

/** 32 bytes: transaction, block, asset, blockchain, subnet and validation ids. */
export function idParameter(what: string) {
  return textParameter(parseId, `${what}: 32 bytes in cb58, or 0x and 64 hex digits`);
}

/** Several values, by repeating the parameter or as a comma-separated list. */
export function listParameter<T extends string>(values: readonly T[], form: string) {
  return z
    .preprocess(
      (value: T | readonly T[]) =>
        [value].flat().flatMap((item) => (typeof item === "string" ? item.split(",") : [item])),
      z.array(z.enum(values)).max(values.length),
    )
    .describe(form);
}

/** Several texts in one parameter, comma separated, each of which `parse` accepts. Stays one text: split it by comma. */
export function textsParameter(
  parse: (text: string) => unknown,
  { max, form }: { max: number; form: string },
) {
  return textParameter((text) => {
    const items = text.split(",");
    if (items.length > max) throw new RangeError(text);
    for (const item of items) parse(item);
  }, `${form}, comma separated, at most ${max}`);
}

/** Limit of a block's height. Above 2^53 / 65536 there are no positions. */
export const MAX_HEIGHT = 2 ** 37 - 1;

export function isHeight(text: string): boolean {
  return /^\d{1,12}$/.test(text) && Number(text) <= MAX_HEIGHT;
}

/** Parses a height. @throws RangeError */
export function parseHeight(text: string): number {
  if (!isHeight(text)) throw new RangeError(text);
  return Number(text);
}

/** Path parameter of all Primary Network routes. The API checks which name is served (404). */
export const networkParameter = z.string().min(1).describe("mainnet, fuji or testnet (testnet means fuji)");

/** Path parameter of routes of one Primary Network chain. */
export const blockchainIdParameter = textParameter(
  (text) => ["p-chain", "x-chain", "c-chain"].includes(text) || parseId(text),
  "p-chain, x-chain, c-chain or a blockchain id in cb58",
);

/** A chain as in addresses of pages. */
export const chainParameter = textParameter((text) => {
  if (!/^([pxc]|\d{1,15})$/.test(text)) throw new RangeError(text);
}, "p, x, c or the EVM chain ID of an indexed chain");

export const pageTokenParameter = z
  .string()
  .min(1)
  .describe("the nextPageToken of the previous answer, unchanged");

/** `pageSize`: an integer, `fallback` by default. For most lists 10, from 1 to 100. */
export function pageSizeParameter(range: { fallback: number; max: number } = { fallback: 10, max: 100 }) {
  return integerParameter({ min: 1, max: range.max }).default(range.fallback);
}

export const startTimestampParameter = integerParameter({
  min: 0,
  form: "unix seconds, an integer of at least 0 (returns items at or after it)",
}).optional();

export const endTimestampParameter = integerParameter({
  min: 0,
  form: "unix seconds, an integer of at least 0 (returns items before it)",
}).optional();

/** Filter of lists of blocks. */
export const minTransactionsParameter = integerParameter({ min: 0, max: 2 ** 31 })
  .describe("a number of transactions (Firn's own: blocks with at least so many)")
  .optional();

/** In answers to searches. Firn's own: the last block searched before the page ended, if it ended before it was full. */
export const searchedToField = z.string().optional();

export const sortOrderParameter = z.enum(["asc", "desc"]).describe("asc or desc, by time").default("desc");

/** A node id: `NodeID-` and 20 bytes in cb58. */
export const nodeIdParameter = textParameter(parseNodeId, "a node id: NodeID- and 20 bytes in cb58");

/** A boolean. Stays text, and is a boolean in the document. */
export const booleanParameter = z
  .enum(["true", "false"])
  .meta({ description: "true or false", type: "boolean", enum: undefined });

/** A u64 in decimal digits, such as an amount in nAVAX. Stays text, and is an integer in the document. */
export function u64Parameter(form: string) {
  return textParameter((text) => {
    if (!/^\d{1,20}$/.test(text) || BigInt(text) >= 2n ** 64n) throw new RangeError(text);
  }, form).meta({ description: form, type: "integer", minimum: 0 });
}

/** A u256 in decimal digits, such as an amount of a token. */
export function u256Parameter(form: string) {
  return textParameter((text) => {
    if (!/^\d{1,78}$/.test(text) || BigInt(text) >= 2n ** 256n) throw new RangeError(text);
  }, form);
}

/** A list of up to `max` addresses. Their form depends on the network and is checked later. */
export function addressesParameter(form: { max: number; chains: string; also?: string }) {
  return z
    .string()
    .min(1)
    .describe(
      `up to ${form.max} bech32 addresses with the network's prefix, comma separated, each with ${form.chains} before it or without${form.also ?? ""}`,
    );
}

/** Addresses in the query of a GET. For more, there is a POST. */
export const MAX_ADDRESSES = 64;

/** A percentage, with or without decimals. Stays text, and is a number in the document. */
export function percentParameter(range: { min: number; max: number }) {
  const form = `percent from ${range.min} to ${range.max}, at most 4 decimals`;
  return textParameter((text) => {
    const value = Number(text);
    if (!/^\d{1,3}(\.\d{1,4})?$/.test(text) || value < range.min || value > range.max)
      throw new RangeError(text);
  }, form).meta({ description: form, type: "number", minimum: range.min, maximum: range.max });
}
