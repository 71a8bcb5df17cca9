import { describe, expect, test } from "vitest";
import { hrefTo } from "@/lib/contract/pages";
import {
  formatUtc,
  queryOfBlocks,
  queryOfDays,
  readBlockListParams,
  readDays,
  readGoTo,
  readTxListParams,
  readUtc,
} from "./list-params";

const ADDRESS = "P-custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p";
const ID = "2ezSgAbumzq4oV3CJpnGRRpjrCYyqEXv7f1hQL4C8ZYAWjpewy";
const TYPES = ["BaseTx", "ImportTx"] as const;

describe("the block list's address", () => {
  test("holds a height and two times", () => {
    expect(readBlockListParams({ before: "110", from: "2026-11-21", to: "2026-11-21T00:45" })).toEqual({
      before: 110,
      from: Date.UTC(2026, 10, 21) / 1000,
      to: Date.UTC(2026, 10, 21, 0, 45) / 1000,
    });
    expect(readBlockListParams({})).toEqual({});
  });
  test("does not exist with any other value", () => {
    for (const search of [{ before: "-1" }, { before: "1e3" }, { from: "yesterday" }, { to: "2026-13-01" }])
      expect(readBlockListParams(search)).toBeUndefined();
  });
});

describe("the transaction list's address", () => {
  test("holds a transaction id, addresses, types and an L1 validator", () => {
    expect(
      readTxListParams(
        { before: ID, addresses: `${ADDRESS}, `, types: ["BaseTx", "ImportTx"], l1: ID },
        TYPES,
      ),
    ).toEqual({ before: ID, addresses: [ADDRESS], types: ["BaseTx", "ImportTx"], l1ValidationId: ID });
  });
  test("does not exist with malformed or unknown values", () => {
    for (const search of [
      { before: "110" },
      { addresses: ADDRESS.replace("9x", "8x") },
      { addresses: ADDRESS, types: "EvilTx" },
      { from: "2026-11" },
      { to: "2026-13-01" },
      { l1: "x" },
    ])
      expect(readTxListParams(search, TYPES)).toBeUndefined();
  });
});

describe("days of a list", () => {
  test("are whole, the last one included, and come back as they were", () => {
    const days = { from: "2026-11-20", to: "2026-11-21" };
    const range = { from: readUtc("2026-11-20"), to: readUtc("2026-11-22") };
    expect(readDays(days.from, days.to)).toEqual(range);
    expect(queryOfDays(range)).toEqual(days);
    expect([readDays(undefined, ""), queryOfDays({})]).toEqual([{}, {}]);
    expect(readDays("2026-11-20T10:00", undefined)).toBeUndefined();
  });
});

describe("filters of blocks", () => {
  test("are whole numbers in range", () => {
    expect(readBlockListParams({ txs: "10", full: "15" })).toEqual({ txs: 10, full: 15 });
    for (const search of [{ full: "101" }, { full: "1.5" }, { txs: "-1" }, { txs: "many" }])
      expect(readBlockListParams(search)).toBeUndefined();
    expect(queryOfBlocks({ txs: 10, full: 15, before: 9 })).toMatchObject({ txs: 10, full: 15, before: 9 });
  });
});

describe("go to height or date", () => {
  test("a height starts the list at itself", () => {
    expect(readGoTo("27,104,555")).toEqual({ before: 27104556 });
  });
  test("a day starts the list at its last block, an instant at the block before it", () => {
    expect(readGoTo("2026-11-20")).toEqual({ to: readUtc("2026-11-21T00:00:00") });
    expect(readGoTo("2026-11-20 14:31")).toEqual({ to: readUtc("2026-11-20T14:31:00") });
  });
  test("any other text is rejected", () => {
    expect(readGoTo("next week")).toBeUndefined();
    expect(readGoTo("")).toBeUndefined();
  });
});

test("times survive a round trip through text", () => {
  expect(readUtc(formatUtc(1_795_222_048))).toBe(1_795_222_048);
});

test("a query omits what is not set and stays legible", () => {
  const query = { addresses: `${ADDRESS},${ADDRESS}`, types: undefined };
  expect(hrefTo("txs", { chain: "p" }, query)).toBe(`/p/txs?addresses=${ADDRESS},${ADDRESS}`);
  expect(hrefTo("blocks", { chain: "p" }, { before: undefined, to: "2026-11-20T14:31:00" })).toBe(
    "/p/blocks?to=2026-11-20T14:31:00",
  );
});
