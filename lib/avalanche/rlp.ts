import { type Cursor, Fault } from "./bytes";

/** One RLP item: where it stands, its head included, and where its content does. */
export interface RlpItem {
  kind: "bytes" | "list";
  start: number;
  contentStart: number;
  end: number;
}

/**
 * Steps over one item, reading its head. Only the shortest form of a head is RLP, so that reading and writing agree.
 * @throws Fault BYTES_TRUNCATED, BYTES_INVALID
 * @source Ethereum yellow paper, appendix B
 */
export function readRlpItem(cursor: Cursor): RlpItem {
  const start = cursor.offset;
  const head = cursor.u8();
  if (head < 0x80) return { kind: "bytes", start, contentStart: start, end: cursor.offset };
  const kind = head < 0xc0 ? "bytes" : "list";
  const short = head < 0xc0 ? 0x80 : 0xc0;
  const length = head <= short + SHORT ? head - short : readLength(cursor, head - short - SHORT);
  const contentStart = cursor.offset;
  if (kind === "bytes" && length === 1 && cursor.u8() < 0x80) {
    throw new Fault("BYTES_INVALID", "a single byte below 0x80 stands for itself", start);
  }
  cursor.offset = contentStart;
  cursor.skip(length);
  return { kind, start, contentStart, end: cursor.offset };
}

/** Longest content whose length the head's first byte holds. */
const SHORT = 55;

function readLength(cursor: Cursor, size: number): number {
  const at = cursor.offset;
  let length = 0;
  for (let i = 0; i < size; i++) length = length * 256 + cursor.u8();
  if (length <= SHORT || length < 256 ** (size - 1)) {
    throw new Fault("BYTES_INVALID", `the length ${length} is not written in the shortest way`, at);
  }
  return length;
}
