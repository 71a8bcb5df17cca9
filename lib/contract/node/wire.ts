import { z } from "zod";
import { formatId, PRIMARY_NETWORK_ID, parseId, parseNodeId } from "../../avalanche/ids";

/** Forms shared by several of the node's APIs. `…Param` is what a caller sends, the others what the node answers. */

const MAX_U64 = 2n ** 64n - 1n;

/** u64 as a bare number or decimal digits, to bigint. The node usually writes digits, in some replies bare numbers. */
export const u64 = z
  .union([z.bigint(), z.number().int(), z.string().regex(/^\d{1,20}$/)])
  .transform((value) => BigInt(value))
  .refine((value) => value >= 0n && value <= MAX_U64, "not a u64");

/** u64 of a request. Missing or null means 0. */
export const u64Param = u64.nullish().transform((value) => value ?? 0n);

/** u32 of a request. Missing or null means 0. */
export const u32Param = u64Param.refine((value) => value < 2n ** 32n, "not a u32");

/** cb58 text of a 32-byte id. Missing or null means 32 zero bytes. The node does not accept hex here. */
export const idParam = z
  .string()
  .refine((text) => !text.startsWith("0x") && isId(text), "not a cb58 id")
  .nullish()
  .transform((text) => text ?? formatId(PRIMARY_NETWORK_ID));

/** Ids of a request. Missing or null means none. */
export const idsParam = z
  .array(idParam)
  .nullish()
  .transform((ids) => ids ?? []);

/** Node ids of a request. Missing or null means none. */
export const nodeIdsParam = z
  .array(z.string().refine(isNodeId, "not a node id"))
  .nullish()
  .transform((nodeIds) => nodeIds ?? []);

/** Names, addresses or other texts of a request. Missing or null means none. */
export const textsParam = z
  .array(z.string())
  .nullish()
  .transform((texts) => texts ?? []);

/** One text of a request. Missing or null means an empty one. */
export const textParam = z
  .string()
  .nullish()
  .transform((text) => text ?? "");

/**
 * The node's names of encodings, in any case. `hex` and `hexc` end with a 4-byte checksum. Missing or null means `hex`.
 */
export const encodingParam = z
  .string()
  .toLowerCase()
  .pipe(z.enum(["hex", "hexnc", "hexc", "json"]))
  .nullish()
  .transform((name) => name ?? "hex");

export type Encoding = z.output<typeof encodingParam>;

/** `0x` and an even number of hex digits. */
export const hexText = z.string().regex(/^0x(?:[0-9a-fA-F]{2})*$/);

/** No parameters: anything sent is ignored. */
export const noParams = z.object({});

function isId(text: string): boolean {
  return parses(parseId, text);
}

function isNodeId(text: string): boolean {
  return parses(parseNodeId, text);
}

function parses(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
