import { base64 } from "@scure/base";
import { formatId, formatNodeId, PRIMARY_NETWORK_ID, toCb58 } from "../ids";
import { showAddress, showAmount, showInteger, showNavax, showNetwork, showTime } from "../show";
import { equalBytes, toHex } from "./bytes";
import { CodecError, type Cursor } from "./cursor";
import {
  childPath,
  type Field,
  type Format,
  type Json,
  type Layout,
  layout,
  leaf,
  type Span,
  spread,
} from "./layout";

/** Unsigned integers, big-endian. */
export const u8: Layout<number> = leaf<number>({
  minSize: 1,
  read: (cursor) => cursor.u8(),
  write: (writer, value) => writer.u8(value),
  toJson: (value) => value,
  show: showInteger,
});

export const u16: Layout<number> = leaf<number>({
  minSize: 2,
  read: (cursor) => cursor.u16(),
  write: (writer, value) => writer.u16(value),
  toJson: (value) => value,
  show: showInteger,
});

export const u32: Layout<number> = leaf<number>({
  minSize: 4,
  read: (cursor) => cursor.u32(),
  write: (writer, value) => writer.u32(value),
  toJson: (value) => value,
  show: showInteger,
});

export const u64: Layout<bigint> = wide(showInteger);
/** An amount of the asset of the surrounding output or input. */
export const amount: Layout<bigint> = wide(showAmount);
/** Unix seconds. */
export const time: Layout<bigint> = wide(showTime);
/** An amount of nAVAX. */
export const navax: Layout<bigint> = wide(showNavax);
/** A duration in seconds. */
export const duration: Layout<bigint> = wide((seconds) => `${showInteger(seconds)} s`);
/** Unix seconds until which something is locked; 0 if it is not locked. */
export const locktime: Layout<bigint> = wide((value) => (value === 0n ? "none" : showTime(value)));

/** Unix seconds, signed, as the proposervm writes them. */
export const signedTime: Layout<bigint> = leaf({
  minSize: 8,
  read: (cursor) => cursor.i64(),
  write: (writer, value) => writer.i64(value),
  toJson: (value) => value,
  show: showTime,
});

/** One byte, 0 or 1. @throws CodecError BYTES_INVALID for any other */
export const bool: Layout<boolean> = leaf({
  minSize: 1,
  read(cursor) {
    const at = cursor.offset;
    const byte = cursor.u8();
    if (byte > 1) throw new CodecError("BYTES_INVALID", `a boolean is 0 or 1, not ${byte}`, at);
    return byte === 1;
  },
  write: (writer, value) => writer.u8(value ? 1 : 0),
  toJson: (value) => value,
  show: (value) => (value ? "yes" : "no"),
});

/** The form of bytes in the node's JSON and in text for people. */
export interface Look {
  toJson: (value: Uint8Array, format: Format) => Json;
  show: (value: Uint8Array, format: Format) => string;
}

export const HEX: Look = { toJson: toHex, show: toHex };

/** Base64 in the node's JSON, as for a Go byte slice. */
export const BASE64: Look = { toJson: (value) => base64.encode(value), show: toHex };
/** An array of numbers in the node's JSON, as for a Go byte array. */
export const NUMBERS: Look = { toJson: (value) => [...value], show: toHex };

/** Shown as a node id, although the JSON has plain hex. */
export const NODE_ID: Look = { toJson: toHex, show: formatNodeId };

/** Exactly `length` bytes. */
export function bytes(length: number, look: Look = HEX): Layout<Uint8Array> {
  return leaf({
    minSize: length,
    read: (cursor) => cursor.take(length),
    write: (writer, value) => writer.put(value),
    ...look,
  });
}

/** 32 bytes, cb58. */
export const id = bytes(32, { toJson: formatId, show: formatId });
/** A subnet's id, or the primary network's 32 zero bytes. */
export const subnetId = bytes(32, {
  toJson: formatId,
  show: (value) => (equalBytes(value, PRIMARY_NETWORK_ID) ? "Primary Network" : formatId(value)),
});
/** 20 bytes, NodeID-… */
export const nodeId = bytes(20, { toJson: formatNodeId, show: formatNodeId });
/** 20 bytes, bech32. The node prints C-Chain addresses in cb58, without network or chain. */
export const address = bytes(20, {
  toJson: (value, format) => (format.chain === "C" ? toCb58(value) : showAddress(value, format)),
  show: showAddress,
});
/** 20 bytes of an address that the node's JSON has in cb58, without network or chain. */
export const shortId = bytes(20, { toJson: toCb58, show: showAddress });
/** The u32 id of a network. */
export const networkId: Layout<number> = { ...leaf({ ...u32, show: showNetwork }), label: "Network" };

/** A u32 length and as many bytes. */
export function varBytes(look: Look = HEX): Layout<Uint8Array> {
  return prefixed({ ...look, minSize: 4, readLength: (cursor) => cursor.count(1) });
}

/** A u32 length, which must be `length`, and as many bytes. @throws CodecError BYTES_INVALID */
export function sizedBytes(length: number, look: Look = HEX): Layout<Uint8Array> {
  const readLength = (cursor: Cursor): number => {
    const at = cursor.offset;
    const announced = cursor.u32();
    if (announced !== length)
      throw new CodecError("BYTES_INVALID", `the length is ${announced}, not ${length}`, at);
    return length;
  };
  return prefixed({ ...look, minSize: 4 + length, readLength });
}

/** A u32 length and the bytes of a value of `inner`. Kept as bytes; explained in the hex view if they decode. */
export function embedded<T>(inner: Layout<T>): Layout<Uint8Array> {
  const outer = varBytes();
  return {
    ...outer,
    spans(cursor, field, format) {
      const [length, content] = outer.spans(cursor, field, format);
      if (length === undefined || content === undefined) return length === undefined ? [] : [length];
      cursor.offset = content.start;
      const children = trySpans(inner, {
        cursor: cursor.limited(content.end - content.start),
        field,
        format,
      });
      cursor.offset = content.end;
      return [length, children === undefined ? content : { ...content, children }];
    },
  };
}

/** A top-level value after its codec version. Only version 0 exists. @throws CodecError BYTES_INVALID */
export function versioned<T>(inner: Layout<T>): Layout<T> {
  const readVersion = (cursor: Cursor): void => {
    const at = cursor.offset;
    const version = cursor.u16();
    if (version !== 0)
      throw new CodecError("BYTES_INVALID", `the codec version is ${version}, only 0 is known`, at);
  };
  return {
    ...inner,
    minSize: 2 + inner.minSize,
    read(cursor) {
      readVersion(cursor);
      return inner.read(cursor);
    },
    write(writer, value) {
      writer.u16(0);
      inner.write(writer, value);
    },
    spans(cursor, field, format) {
      const start = cursor.offset;
      readVersion(cursor);
      const path = childPath(field, "codecVersion");
      const version = { path, label: "Codec version", start, end: cursor.offset, value: "0" };
      return [version, ...spread(inner).spans(cursor, field, format)];
    },
  };
}

/** A u16 length and as many bytes of UTF-8. @throws CodecError BYTES_INVALID for other bytes */
export const text: Layout<string> = layout({
  minSize: 2,
  read(cursor) {
    const at = cursor.offset;
    const encoded = cursor.take(cursor.u16());
    try {
      return UTF8.decode(encoded);
    } catch {
      throw new CodecError("BYTES_INVALID", "the text is not UTF-8", at);
    }
  },
  write(writer, value) {
    const encoded = new TextEncoder().encode(value);
    writer.u16(encoded.length);
    writer.put(encoded);
  },
  toJson: (value) => value,
  show: (value) => value,
  spans(cursor, field) {
    const start = cursor.offset;
    const value = text.read(cursor);
    return lengthAndContent({ ...field, start, end: cursor.offset, value }, 2);
  },
});

/** Strict, and keeps a byte order mark: the text must encode to its original bytes. */
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function wide(show: (value: bigint, format: Format) => string): Layout<bigint> {
  return leaf({
    minSize: 8,
    read: (cursor) => cursor.u64(),
    write: (writer, value) => writer.u64(value),
    toJson: (value) => value,
    show,
  });
}

function prefixed(
  parts: Look & { minSize: number; readLength: (cursor: Cursor) => number },
): Layout<Uint8Array> {
  const { minSize, readLength, toJson, show } = parts;
  return layout({
    minSize,
    read: (cursor) => cursor.take(readLength(cursor)),
    write(writer, value) {
      writer.u32(value.length);
      writer.put(value);
    },
    toJson,
    show,
    spans(cursor, field, format) {
      const start = cursor.offset;
      const value = show(cursor.take(readLength(cursor)), format);
      return lengthAndContent({ ...field, start, end: cursor.offset, value }, 4);
    },
  });
}

/** Two spans, for a length of `lengthSize` bytes and the content; one if the content is empty. */
function lengthAndContent(whole: Span, lengthSize: number): Span[] {
  const { path, label, start, end } = whole;
  const content = start + lengthSize;
  const length = {
    path: `${path}.length`,
    label: `${label} length`,
    start,
    end: content,
    value: showInteger(end - content),
  };
  return end === content ? [length] : [length, { ...whole, start: content }];
}

/** Spans of the value of `inner` that `cursor` holds; none if the bytes are something else. */
function trySpans<T>(
  inner: Layout<T>,
  { cursor, field, format }: { cursor: Cursor; field: Field; format: Format },
): Span[] | undefined {
  try {
    const spans = spread(inner).spans(cursor, field, format);
    return cursor.remaining === 0 ? spans : undefined;
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}
