import { describe, expect, test } from "vitest";
import { DataError } from "../../errors";
import { fromHex, toHex } from "./bytes";
import { array, oneOf, struct, tagged } from "./combinators";
import { bool, bytes, embedded, sizedBytes, text, u8, u16, u32, u64, varBytes, versioned } from "./fields";
import { annotate, decode, encode, type Format, type Layout, type Span } from "./layout";

const format: Format = { hrp: "local", chain: "P" };

/** The error for these bytes, and its position. */
function failure<T>(layout: Layout<T>, hex: string): { code: string; offset: unknown; path: unknown } {
  try {
    decode(layout, fromHex(hex));
  } catch (error) {
    if (error instanceof DataError)
      return { code: error.code, offset: error.details?.offset, path: error.details?.path };
    throw error;
  }
  throw new Error("the bytes are fine");
}

const point = struct({ x: u16, y: u16 });
const shape = oneOf({
  dot: { typeId: 1, layout: struct({ at: point }) },
  line: { typeId: 2, layout: struct({ points: array(point), name: text }) },
});

describe("one definition", () => {
  test("reads and writes", () => {
    const value = {
      type: "line" as const,
      points: [
        { x: 1, y: 2 },
        { x: 3, y: 4 },
      ],
      name: "é",
    };
    const hex = "0x00000002000000020001000200030004" + "0002c3a9";
    expect(toHex(encode(shape, value))).toBe(hex);
    expect(decode(shape, fromHex(hex))).toEqual(value);
  });

  test("gives the JSON with the node's names", () => {
    const layout = struct({ subnetId: bytes(2), fxIds: array(u8), weight: u64 });
    const value = { subnetId: Uint8Array.of(1, 2), fxIds: [3], weight: 2n ** 60n };
    expect(layout.toJson(value, format)).toEqual({ subnetID: "0x0102", fxIDs: [3], weight: 2n ** 60n });
  });

  test("annotates every byte, without gaps", () => {
    const layout = versioned(struct({ shapes: array(shape), memo: varBytes() }));
    const hex = "0x0000" + "00000001" + "00000001" + "00050006" + "00000002" + "cafe";
    const spans = annotate(layout, fromHex(hex), format);
    expect(spans.map(({ path, label, start, end, value }) => [path, label, start, end, value])).toEqual([
      ["codecVersion", "Codec version", 0, 2, "0"],
      ["shapes.length", "Shape count", 2, 6, "1"],
      ["shapes[0]", "Shape 0", 6, 14, ""],
      ["memo.length", "Memo length", 14, 18, "2"],
      ["memo", "Memo", 18, 20, "0xcafe"],
    ]);
    expect(leaves(spans).map(({ path, value }) => [path, value])).toContainEqual(["shapes[0].at.y", "6"]);
  });

  test("explains embedded bytes if they decode, and only then", () => {
    const layout = struct({ message: embedded(versioned(point)) });
    const good = annotate(layout, fromHex("0x00000006000000010002"), format);
    expect(leaves(good).map(({ path, start }) => [path, start])).toEqual([
      ["message.length", 0],
      ["message.codecVersion", 4],
      ["message.x", 6],
      ["message.y", 8],
    ]);
    const bad = annotate(layout, fromHex("0x00000003000000"), format);
    expect(leaves(bad).map(({ path }) => path)).toEqual(["message.length", "message"]);
  });
});

describe("malformed bytes", () => {
  test("are reported with field and offset", () => {
    expect(failure(shape, "0x0000000200000002000100020003")).toMatchObject({
      code: "BYTES_TRUNCATED",
      path: "points",
      offset: 4,
    });
    expect(failure(struct({ shapes: array(shape) }), "0x000000010000000200000000000561")).toEqual({
      code: "BYTES_TRUNCATED",
      path: "shapes[0].name",
      offset: 14,
    });
    expect(failure(struct({ all: array(shape) }), "0x00000001000000090000000000")).toEqual({
      code: "UNKNOWN_TYPE",
      path: "all[0]",
      offset: 4,
    });
  });

  test("left over are refused", () => {
    expect(failure(u32, "0x0000000100")).toEqual({ code: "BYTES_TRAILING", path: "", offset: 4 });
  });

  test("with a count that cannot fit are refused before anything is allocated", () => {
    expect(failure(array(u64), "0xffffffff0000")).toMatchObject({ code: "BYTES_TRUNCATED", offset: 0 });
    expect(failure(varBytes(), "0x7fffffff")).toMatchObject({ code: "BYTES_TRUNCATED", offset: 0 });
  });

  test.each([
    ["a boolean above 1", bool, "0x02"],
    ["text that is not UTF-8", text, "0x0001ff"],
    ["a length other than the one possible", sizedBytes(2), "0x000000010000"],
    ["a codec version other than 0", versioned(u32), "0x000100000000"],
  ] as [string, Layout<unknown>, string][])("%s is invalid", (_, layout, hex) => {
    expect(failure(layout, hex).code).toBe("BYTES_INVALID");
  });

  test("of another type than the expected one are an unknown type", () => {
    expect(failure(tagged(7, "seven", u32), "0x0000000800000000").code).toBe("UNKNOWN_TYPE");
  });
});

test("text keeps a byte order mark", () => {
  const hex = "0x0004efbbbf61";
  expect(toHex(encode(text, decode(text, fromHex(hex))))).toBe(hex);
});

function leaves(spans: Span[]): Span[] {
  return spans.flatMap((span) => (span.children === undefined ? [span] : leaves(span.children)));
}
