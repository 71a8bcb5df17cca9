import { deflateRawSync, inflateRawSync } from "node:zlib";
import { Cursor, Writer } from "../../avalanche/codec/cursor";

/** Joins a block's transactions, each as `write` writes it, after its length (u32). */
export function joinTransactions<T>(
  transactions: readonly T[],
  write: (writer: Writer, transaction: T) => void,
): Uint8Array {
  scratch.takeFrom(0);
  for (const transaction of transactions) {
    const start = scratch.offset;
    write(scratch, transaction);
    scratch.insertU32(start, scratch.offset - start);
  }
  return scratch.finish();
}

/** Reused for every block: only its memory is kept. */
const scratch = new Writer(65_536);

/** The inverse of `joinTransactions`: views of the joined bytes. */
export function splitTransactions(joined: Uint8Array): Uint8Array[] {
  const cursor = new Cursor(joined);
  const transactions: Uint8Array[] = [];
  while (cursor.remaining > 0) transactions.push(cursor.subarray(cursor.u32()));
  return transactions;
}

/** Joined transactions as `block_body` holds them: deflated. */
export function encodeBody(joined: Uint8Array): Uint8Array {
  return deflateRawSync(joined, { level: 1, windowBits: WINDOW_BITS });
}

/** A window no larger than most bodies: a larger one takes longer to make than the body to deflate. */
const WINDOW_BITS = 13;

/** The inverse of `encodeBody`. */
export function inflateBody(column: Uint8Array): Uint8Array {
  return inflateRawSync(column);
}

/** The transactions of a `block_body`. */
export function decodeBody(column: Uint8Array): Uint8Array[] {
  return splitTransactions(inflateBody(column));
}
