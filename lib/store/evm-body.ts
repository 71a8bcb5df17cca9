import { deflateRawSync, inflateRawSync } from "node:zlib";
import { Cursor, Writer } from "../avalanche/bytes";

/** A block's transactions in one run of bytes: each behind its length (u32). */
export function joinTransactions(transactions: readonly Uint8Array[]): Uint8Array {
  const writer = new Writer(transactions.reduce((sum, bytes) => sum + 4 + bytes.length, 0));
  for (const bytes of transactions) {
    writer.u32(bytes.length);
    writer.put(bytes);
  }
  return writer.finish();
}

/** Joined transactions as `block_body` holds them: deflated. */
export function encodeBody(joined: Uint8Array): Uint8Array {
  return deflateRawSync(joined, { level: 1, windowBits: WINDOW_BITS });
}

/** A window no larger than most bodies: a larger one takes longer to make than the body to deflate. */
const WINDOW_BITS = 13;

/** The transactions of a `block_body`. */
export function decodeBody(column: Uint8Array): Uint8Array[] {
  const cursor = new Cursor(inflateRawSync(column));
  const transactions: Uint8Array[] = [];
  while (cursor.remaining > 0) transactions.push(cursor.take(cursor.u32()));
  return transactions;
}
