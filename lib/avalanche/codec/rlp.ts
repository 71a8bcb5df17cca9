import { showInteger } from "../show";
import { type Fields, fieldOf, fieldReader, fieldsToJson, type StructOf } from "./combinators";
import { CodecError, type Cursor, type Writer } from "./cursor";
import { HEX, type Look } from "./fields";
import { encode, type Layout, layout, leaf, type Span } from "./layout";

/** Bytes of a fixed length, or of any if `length` is undefined. */
export function rlpBytes(length?: number, look: Look = HEX): Layout<Uint8Array> {
  return leaf({
    minSize: 1,
    read(cursor) {
      const at = cursor.offset;
      const value = readContent(cursor);
      if (length === undefined || value.length === length) return value;
      throw new CodecError("BYTES_INVALID", `expected ${length} bytes, got ${value.length}`, at);
    },
    write: writeRlpBytes,
    ...look,
  });
}

/** An unsigned integer of at most `maxBytes` bytes, without leading zeros. */
export function rlpUint(maxBytes: number, show: (value: bigint) => string = showInteger): Layout<bigint> {
  return leaf({
    minSize: 1,
    read(cursor) {
      const at = cursor.offset;
      const content = readContent(cursor);
      if (content.length > maxBytes || content[0] === 0) {
        throw new CodecError(
          "BYTES_INVALID",
          `an integer has no leading zero and at most ${maxBytes} bytes`,
          at,
        );
      }
      return content.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
    },
    write: (writer, value) => writeRlpBytes(writer, minimalBytes(value)),
    toJson: (value) => value,
    show,
  });
}

/** An unsigned integer of at most `maxBytes` bytes, kept as bytes: big-endian, without leading zeros, empty for 0. */
export function rlpQuantity(
  maxBytes: number,
  show: (value: bigint) => string = showInteger,
): Layout<Uint8Array> {
  return leaf({
    minSize: 1,
    read(cursor) {
      const at = cursor.offset;
      const content = readContent(cursor);
      if (content.length <= maxBytes && content[0] !== 0) return content;
      throw new CodecError(
        "BYTES_INVALID",
        `an integer has no leading zero and at most ${maxBytes} bytes`,
        at,
      );
    },
    write: writeRlpBytes,
    toJson: quantityToBigint,
    show: (value) => show(quantityToBigint(value)),
  });
}

/** The integer of big-endian bytes; 0 if empty. */
export function quantityToBigint(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let from = 0; from < bytes.length; from += EXACT_BYTES) {
    const part = bytes.subarray(from, from + EXACT_BYTES);
    value = (value << BigInt(8 * part.length)) | BigInt(quantityToNumber(part));
  }
  return value;
}

/** Like `quantityToBigint`, as a number. Exact up to 6 bytes. */
export function quantityToNumber(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}

/** Largest size whose value is exact as a number. */
const EXACT_BYTES = 6;

/** A whole item of either kind with its head, kept as bytes. */
export const rlpItem: Layout<Uint8Array> = leaf({
  minSize: 1,
  read(cursor) {
    const start = cursor.offset;
    cursor.skip(readHead(cursor).length);
    return cursor.slice(start, cursor.offset);
  },
  write: (writer, value) => writer.put(value),
  ...HEX,
});

/** Bytes that hold exactly one value of `inner`. */
export function rlpEmbedded<T>(inner: Layout<T>): Layout<T> {
  const enter = (cursor: Cursor): Cursor => {
    const { length } = readContent(cursor);
    cursor.offset -= length;
    const content = cursor.limited(length);
    cursor.skip(length);
    return content;
  };
  return {
    ...inner,
    minSize: 1,
    read(cursor) {
      const content = enter(cursor);
      const value = inner.read(content);
      expectEnd(content);
      return value;
    },
    write: (writer, value) => writeRlpBytes(writer, encode(inner, value)),
    spans(cursor, field, format) {
      const start = cursor.offset;
      const content = enter(cursor);
      const { offset } = content;
      const value = inner.show(inner.read(content), format);
      content.offset = offset;
      const children = content.remaining === 0 ? [] : inner.spans(content, field, format);
      expectEnd(content);
      return [{ ...field, start, end: cursor.offset, value, children }];
    },
  };
}

/** A list of any number of elements. */
export function rlpArray<T>(element: Layout<T>): Layout<T[]> {
  return layout({
    minSize: 1,
    read(cursor) {
      const inner = readRlpList(cursor);
      const values: T[] = [];
      try {
        while (inner.remaining > 0) values.push(element.read(inner));
      } catch (error) {
        throw error instanceof CodecError ? error.within(values.length) : error;
      }
      return values;
    },
    write(writer, values) {
      const start = writer.offset;
      for (const value of values) element.write(writer, value);
      closeRlpList(writer, start);
    },
    toJson: (values, format) => values.map((value) => element.toJson(value, format)),
    show: (values) => String(values.length),
    spans(cursor, field, format) {
      const start = cursor.offset;
      const inner = readRlpList(cursor);
      const children: Span[] = [];
      for (let i = 0; inner.remaining > 0; i++) {
        const place = { path: `${field.path}[${i}]`, label: `${field.label} ${i}` };
        children.push(...element.spans(inner, place, format));
      }
      return [{ ...field, start, end: cursor.offset, value: String(children.length), children }];
    },
  });
}

/**
 * A list of `fields`, then of a prefix of `optional`: later versions of a header only add fields.
 * @throws CodecError BYTES_TRAILING if the list has more items
 */
export function rlpStruct<F extends Fields, O extends Fields>(
  fields: F,
  optional: O,
): Layout<StructOf<F> & Partial<StructOf<O>>> {
  type T = StructOf<F> & Partial<StructOf<O>>;
  const present = (value: T) => ({
    ...fields,
    ...Object.fromEntries(Object.entries(optional).filter(([name]) => value[name as keyof T] !== undefined)),
  });
  const required = Object.entries(fields);
  const later = Object.entries(optional);
  const readRequired = fieldReader(fields);
  return layout<T>({
    minSize: 1,
    read(cursor) {
      const inner = readRlpList(cursor);
      const value: Record<string, unknown> = readRequired(inner);
      for (const [name, each] of Object.entries(optional)) {
        if (inner.remaining > 0) Object.assign(value, fieldReader({ [name]: each })(inner));
      }
      expectEnd(inner);
      return value as T;
    },
    write(writer, value) {
      const start = writer.offset;
      for (const [name, each] of required) each.write(writer, value[name as keyof T]);
      for (const [name, each] of later) {
        const part = value[name as keyof T];
        if (part !== undefined) each.write(writer, part);
      }
      closeRlpList(writer, start);
    },
    toJson: (value, format) => fieldsToJson(present(value) as Fields, value as StructOf<Fields>, format),
    show: () => "",
    spans(cursor, field, format) {
      const start = cursor.offset;
      const inner = readRlpList(cursor);
      const children: Span[] = [];
      for (const [name, each] of Object.entries({ ...fields, ...optional })) {
        if (inner.remaining > 0) children.push(...each.spans(inner, fieldOf(field, name, each), format));
      }
      expectEnd(inner);
      return [{ ...field, start, end: cursor.offset, value: `${children.length} fields`, children }];
    },
  });
}

interface Head {
  kind: "bytes" | "list";
  /** Of the content that follows. */
  length: number;
}

/** Longest content whose length fits into the head's first byte. */
const SHORT = 55;

/** Reads an item's head. @throws CodecError BYTES_TRUNCATED, BYTES_INVALID for a length that is not in its shortest form */
function readHead(cursor: Cursor): Head {
  const at = cursor.offset;
  const first = cursor.u8();
  if (first < 0x80) {
    // a byte below 0x80 is its own head
    cursor.offset = at;
    return { kind: "bytes", length: 1 };
  }
  const kind = first < 0xc0 ? "bytes" : "list";
  const short = first - (kind === "bytes" ? 0x80 : 0xc0);
  if (short <= SHORT) return { kind, length: short };
  const lengthBytes = cursor.take(short - SHORT);
  const length = lengthBytes.reduce((value, byte) => value * 256 + byte, 0);
  if (lengthBytes[0] === 0 || length <= SHORT) {
    throw new CodecError("BYTES_INVALID", "the length is not written in the shortest way", at);
  }
  return { kind, length };
}

function readContent(cursor: Cursor): Uint8Array {
  const at = cursor.offset;
  const { kind, length } = readHead(cursor);
  if (kind !== "bytes") throw new CodecError("BYTES_INVALID", "expected bytes, got a list", at);
  const headless = cursor.offset === at;
  const content = cursor.take(length);
  if (!headless && length === 1 && (content[0] ?? 0) < 0x80) {
    throw new CodecError("BYTES_INVALID", "a single byte below 0x80 has a length prefix", at);
  }
  return content;
}

/** Reads a list and advances past it; returns a cursor over its content. @throws CodecError */
export function readRlpList(cursor: Cursor): Cursor {
  const at = cursor.offset;
  const { kind, length } = readHead(cursor);
  if (kind !== "list") throw new CodecError("BYTES_INVALID", "expected a list, got bytes", at);
  const inner = cursor.limited(length);
  cursor.skip(length);
  return inner;
}

function expectEnd(cursor: Cursor): void {
  if (cursor.remaining === 0) return;
  throw new CodecError("BYTES_TRAILING", `${cursor.remaining} bytes are left in the list`, cursor.offset);
}

/** Writes bytes as an item. */
export function writeRlpBytes(writer: Writer, content: Uint8Array): void {
  const { length } = content;
  if (length !== 1 || (content[0] ?? 0) >= 0x80) {
    for (let i = 0; i < headSize(length); i++) writer.u8(headByte(0x80, length, i));
  }
  writer.put(content);
}

/** Turns everything written from `start` on into the content of a list, whose length is known only now. */
export function closeRlpList(writer: Writer, start: number): void {
  insertHead(writer, 0xc0, start);
}

/** Turns everything written from `start` on into an item of bytes. */
export function closeRlpBytes(writer: Writer, start: number): void {
  const isOwnHead = writer.offset - start === 1 && writer.at(start) < 0x80;
  if (!isOwnHead) insertHead(writer, 0x80, start);
}

function insertHead(writer: Writer, base: number, start: number): void {
  const length = writer.offset - start;
  const size = headSize(length);
  writer.open(start, size);
  for (let i = 0; i < size; i++) writer.set(start + i, headByte(base, length, i));
}

/** Size of the head of `length` bytes of content. */
function headSize(length: number): number {
  if (length <= SHORT) return 1;
  return length < 0x100 ? 2 : length < 0x10000 ? 3 : length < 0x1000000 ? 4 : 5;
}

/** Byte `i` of a head. The first byte has the kind, with the length or with the size of the length that follows. */
function headByte(base: number, length: number, i: number): number {
  const after = headSize(length) - 1;
  if (i === 0) return base + (after === 0 ? length : SHORT + after);
  return (length >>> (8 * (after - i))) & 0xff;
}

/** An integer in the form of `rlpQuantity`: big-endian, without leading zeros, empty for 0. */
export function minimalBytes(value: bigint): Uint8Array {
  if (value <= Number.MAX_SAFE_INTEGER) return numberBytes(Number(value));
  const low = numberBytes(Number(value & LOW_MASK));
  const high = minimalBytes(value >> LOW_BITS);
  const bytes = new Uint8Array(high.length + EXACT_BYTES);
  bytes.set(high);
  bytes.set(low, bytes.length - low.length);
  return bytes;
}

const LOW_BITS = BigInt(8 * EXACT_BYTES);
const LOW_MASK = (1n << LOW_BITS) - 1n;

function numberBytes(value: number): Uint8Array {
  let length = 0;
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) length += 1;
  const bytes = new Uint8Array(length);
  for (let i = length - 1, rest = value; i >= 0; i--, rest = Math.floor(rest / 256)) bytes[i] = rest % 256;
  return bytes;
}
