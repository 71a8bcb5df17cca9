import { CodecError, type Cursor } from "./cursor";

/** Tags of DER values in certificates. */
export const DER = { integer: 0x02, bitString: 0x03, oid: 0x06, sequence: 0x30, version: 0xa0 } as const;

export interface DerItem {
  tag: number;
  /** A cursor over the content. */
  content: Cursor;
}

/** Reads one value and advances past it. @throws CodecError BYTES_TRUNCATED, BYTES_INVALID @source ITU-T X.690 */
export function readDer(cursor: Cursor): DerItem {
  const tag = cursor.u8();
  const length = readLength(cursor);
  const content = cursor.limited(length);
  cursor.skip(length);
  return { tag, content };
}

/** The content of a value that must have `tag`. @throws CodecError */
export function expectDer(cursor: Cursor, tag: number): Cursor {
  const at = cursor.offset;
  const item = readDer(cursor);
  if (item.tag === tag) return item.content;
  throw new CodecError("BYTES_INVALID", `the DER tag is ${item.tag}, not ${tag}`, at);
}

/** The rest of the bytes as an unsigned integer. */
export function restAsUint(cursor: Cursor): bigint {
  return cursor.take(cursor.remaining).reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

function readLength(cursor: Cursor): number {
  const at = cursor.offset;
  const first = cursor.u8();
  if (first < 0x80) return first;
  // certificates are far below 16 MiB
  if (first === 0x80 || first > 0x83)
    throw new CodecError("BYTES_INVALID", "the DER length has an unknown form", at);
  return Number(cursor.take(first - 0x80).reduce((value, byte) => value * 256 + byte, 0));
}
