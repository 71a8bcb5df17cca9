import { describe, expect, test } from "vitest";
import { InputError } from "../../errors";
import { concatBytes, equalBytes, fromHex, toHex } from "./bytes";
import { CodecError, Cursor, Writer } from "./cursor";

describe("Cursor", () => {
  test("reads what Writer wrote, big-endian", () => {
    const writer = new Writer(1);
    writer.u8(0xfe);
    writer.u16(0xfedc);
    writer.u32(0xfedcba98);
    writer.u64(2n ** 64n - 1n);
    writer.i64(-5n);
    writer.put(Uint8Array.of(1, 2, 3));
    const bytes = writer.finish();
    expect(toHex(bytes.subarray(0, 7))).toBe("0xfefedcfedcba98");

    const cursor = new Cursor(bytes);
    expect(cursor.u8()).toBe(0xfe);
    expect(cursor.u16()).toBe(0xfedc);
    expect(cursor.u32()).toBe(0xfedcba98);
    expect(cursor.u64()).toBe(2n ** 64n - 1n);
    expect(cursor.i64()).toBe(-5n);
    expect(cursor.take(3)).toEqual(Uint8Array.of(1, 2, 3));
    expect(cursor.remaining).toBe(0);
  });

  test("reads nothing past the end and keeps its offset", () => {
    const cursor = new Cursor(new Uint8Array(3));
    expect(() => cursor.u32()).toThrow(CodecError);
    expect(() => cursor.take(4)).toThrow("4 bytes are needed, 3 are left");
    expect(cursor.offset).toBe(0);
  });

  test("refuses a count that the rest of the bytes cannot hold", () => {
    const cursor = new Cursor(fromHex("0xffffffff00"));
    expect(() => cursor.count(20)).toThrow(
      "4294967295 elements of at least 20 bytes are announced, 1 bytes are left",
    );
  });

  test("copies short bytes: an id neither changes with its source nor keeps it alive", () => {
    const source = Buffer.from([1, 2, 3, 4]);
    const taken = new Cursor(source).take(2);
    source[0] = 9;
    expect(taken).toEqual(Uint8Array.of(1, 2));
    expect(taken.buffer.byteLength).toBe(2);
  });

  test("returns long bytes as a view", () => {
    const source = new Uint8Array(100).fill(7);
    const cursor = new Cursor(source);
    cursor.skip(2);
    const taken = cursor.take(98);
    expect(taken).toEqual(source.subarray(2));
    expect(taken.buffer).toBe(source.buffer);
  });

  test("puts zeros before bytes, and copies only if there are none in the source", () => {
    const source = Uint8Array.of(0, 0, 5, 6, 0, 7);
    const cursor = new Cursor(source);
    cursor.skip(6);
    expect(cursor.slice(2, 4, 2)).toEqual(Uint8Array.of(0, 0, 5, 6));
    expect(cursor.slice(2, 4, 2).buffer).toBe(source.buffer);
    expect(cursor.slice(5, 6, 2)).toEqual(Uint8Array.of(0, 0, 7));
    expect(cursor.slice(0, 1, 2)).toEqual(Uint8Array.of(0, 0, 0));
  });
});

test("an error collects its path from the inside out", () => {
  const fault = new CodecError("BYTES_INVALID", "wrong", 7)
    .within("amount")
    .within(3)
    .within("outputs")
    .within("unsigned");
  expect(fault.path).toBe("unsigned.outputs[3].amount");
});

describe("hex", () => {
  test("is written in lower case with 0x, and read in any case with or without it", () => {
    expect(toHex(Uint8Array.of(0, 10, 255))).toBe("0x000aff");
    expect(fromHex("000AFF")).toEqual(Uint8Array.of(0, 10, 255));
    expect(fromHex("0x")).toEqual(new Uint8Array());
  });

  test.each(["0x0", "0xzz", "x", "0x 1"])("refuses %s", (text) => {
    expect(() => fromHex(text)).toThrow(InputError);
  });
});

test("bytes are equal if length and content are", () => {
  expect(equalBytes(concatBytes(Uint8Array.of(1), Uint8Array.of(2)), Uint8Array.of(1, 2))).toBe(true);
  expect(equalBytes(Uint8Array.of(1), Uint8Array.of(1, 2))).toBe(false);
  expect(equalBytes(Uint8Array.of(1, 3), Uint8Array.of(1, 2))).toBe(false);
});
