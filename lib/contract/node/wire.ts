import { z } from "zod";
import { formatId, PRIMARY_NETWORK_ID, parseId } from "../../avalanche/ids";

/** Forms that several of the node's APIs share. `…Param` is what a caller sends, the others what the node answers. */

const MAX_U64 = 2n ** 64n - 1n;

/** u64 as a bare number or decimal digits, to bigint. The node writes digits, some replies bare numbers. */
export const u64 = z
  .union([z.bigint(), z.number().int(), z.string().regex(/^\d{1,20}$/)])
  .transform((value) => BigInt(value))
  .refine((value) => value >= 0n && value <= MAX_U64, "not a u64");

/** u64 of a request: missing or null means 0. */
export const u64Param = u64.nullish().transform((value) => value ?? 0n);

/** cb58 text of a 32-byte id; missing or null means 32 zero bytes. The node takes no hex here. */
export const idParam = z
  .string()
  .refine((text) => !text.startsWith("0x") && isId(text), "not a cb58 id")
  .nullish()
  .transform((text) => text ?? formatId(PRIMARY_NETWORK_ID));

/** Encoding names the node knows, any case; `hex` and `hexc` end with a 4-byte checksum. Missing or null means `hex`. */
export const encodingParam = z
  .string()
  .toLowerCase()
  .pipe(z.enum(["hex", "hexnc", "hexc", "json"]))
  .nullish()
  .transform((name) => name ?? "hex");

export type Encoding = z.output<typeof encodingParam>;

/** `0x` and an even number of hex digits. */
export const hexText = z.string().regex(/^0x(?:[0-9a-fA-F]{2})*$/);

/** No parameters: whatever is sent is ignored. */
export const noParams = z.object({});

function isId(text: string): boolean {
  try {
    parseId(text);
    return true;
  } catch {
    return false;
  }
}
