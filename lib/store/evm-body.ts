import { deflateRawSync, inflateRawSync } from "node:zlib";
import { Cursor, Writer } from "../avalanche/bytes";

/** A block's transactions as `block_body` holds them: each behind its length (u32), deflated. */
export function encodeBody(transactions: readonly Uint8Array[]): Uint8Array {
  const writer = new Writer();
  for (const bytes of transactions) {
    writer.u32(bytes.length);
    writer.put(bytes);
  }
  return deflateRawSync(writer.finish(), { level: 1, windowBits: WINDOW_BITS });
}

/** A window no larger than most bodies: a larger one takes longer to make than the body to deflate. */
const WINDOW_BITS = 13;

/** The inverse of `encodeBody`. */
export function decodeBody(column: Uint8Array): Uint8Array[] {
  const cursor = new Cursor(inflateRawSync(column));
  const transactions: Uint8Array[] = [];
  while (cursor.remaining > 0) transactions.push(cursor.take(cursor.u32()));
  return transactions;
}
