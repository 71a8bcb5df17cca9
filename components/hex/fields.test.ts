import { describe, expect, it } from "vitest";
import { toHex } from "@/lib/avalanche/codec/bytes";
import { fieldOfHash, fieldsOf, formatRange, groupBytes, type HexField, rangeToHash } from "./fields";

const field = (start: number, end: number): HexField => ({ label: "f", start, end, value: "", depth: 0 });
const FIELDS = [field(0, 2), field(2, 6), field(6, 14), field(14, 20)];

describe("groupBytes", () => {
  const bytes = Uint8Array.from({ length: 20 }, (_, index) => (index < 5 ? 0 : index));
  const hex = toHex(bytes);

  it("cuts groups of eight into runs of one field", () => {
    const groups = groupBytes(hex, FIELDS, { from: 0, to: 20 });
    expect(groups.map(({ offset, runs }) => [offset, runs.map((run) => run.field)])).toEqual([
      [0, [0, 1, 2]],
      [8, [2, 3]],
      [16, [3]],
    ]);
  });

  it("marks where a field starts and ends, also across groups", () => {
    const runs = groupBytes(hex, FIELDS, { from: 0, to: 20 }).flatMap((group) => group.runs);
    expect(runs.filter((run) => run.field === 2).map(({ first, last }) => [first, last])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it("separates zero bytes inside a run", () => {
    const [group] = groupBytes(hex, FIELDS, { from: 0, to: 8 });
    expect(group?.runs[1]?.pieces).toEqual([
      { text: "00 00 00", zero: true },
      { text: "05", zero: false },
    ]);
  });

  it("draws every byte once, with or without a field", () => {
    for (const fields of [FIELDS, [field(3, 4), field(9, 9), field(17, 30)], []]) {
      const text = groupBytes(hex, fields, { from: 0, to: 20 })
        .flatMap((group) => group.runs.flatMap((run) => run.pieces.map((piece) => piece.text)))
        .join(" ");
      expect(text).toBe([...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(" "));
    }
  });

  it("continues in the middle of a field", () => {
    const [group] = groupBytes(hex, FIELDS, { from: 8, to: 20 });
    expect(group?.runs.map(({ field, first }) => [field, first])).toEqual([
      [2, false],
      [3, true],
    ]);
  });
});

describe("ranges", () => {
  it("are shown and linked with their last byte", () => {
    expect(formatRange(field(46, 126))).toBe("46–125");
    expect(formatRange(field(46, 46))).toBe("46");
    expect(rangeToHash(field(46, 126))).toBe("#b=46-125");
  });

  it("select the field they came from", () => {
    expect(FIELDS.map((each) => fieldOfHash(rangeToHash(each), FIELDS))).toEqual([0, 1, 2, 3]);
  });

  it("select the field of their first byte when no field has exactly these", () => {
    expect(fieldOfHash("#b=7-9", FIELDS)).toBe(2);
    expect(fieldOfHash("#b=14", FIELDS)).toBe(3);
    expect(fieldOfHash("#b=99-100", FIELDS)).toBe(-1);
    expect(fieldOfHash("#flow", FIELDS)).toBe(-1);
  });
});

it("fields of inner spans follow their outer span", () => {
  const spans = [
    {
      path: "a",
      label: "Output 0",
      start: 0,
      end: 4,
      value: "",
      children: [{ path: "a.b", label: "Amount", start: 0, end: 4, value: "1" }],
    },
    { path: "c", label: "Memo", start: 4, end: 5, value: "" },
  ];
  expect(fieldsOf(spans, false).map(({ label }) => label)).toEqual(["Output 0", "Memo"]);
  expect(fieldsOf(spans, true).map(({ label, depth }) => [label, depth])).toEqual([
    ["Output 0", 0],
    ["Amount", 1],
    ["Memo", 0],
  ]);
});

it("long values are cut, and keep their bytes", () => {
  const value = `0x${"ab".repeat(5_000)}`;
  const [field] = fieldsOf([{ path: "a", label: "Input", start: 4, end: 5_004, value }], false);
  expect(field).toMatchObject({ start: 4, end: 5_004 });
  expect(value.startsWith(field?.value.slice(0, -1) ?? "")).toBe(true);
  expect(field?.value).toHaveLength(301);
});
