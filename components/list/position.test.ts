import { expect, test } from "vitest";
import { hrefAtPosition, type ListPosition, pageOfSlice, readListPosition, sliceAt } from "./position";

const rows = Array.from({ length: 60 }, (_, at) => at + 1);

test("a list's pages and links lead through all of its rows in order", () => {
  const seen: number[] = [];
  for (let position: ListPosition | undefined = { list: "sigs", from: 1 }; position !== undefined; ) {
    const there = readListPosition(queryOf(hrefAtPosition("/p/tx/1", position)));
    const { rows: shown, first, nextPageToken } = pageOfSlice(sliceAt(rows, "sigs", there), (row) => row);
    expect(first).toBe(position.from);
    seen.push(...shown);
    position = nextPageToken === undefined ? undefined : { list: "sigs", from: Number(nextPageToken) };
  }
  expect(seen).toEqual(rows);
});

test("a position moves the list it names and no other", () => {
  const position = readListPosition({ list: "flow-1", from: "26" });
  expect(sliceAt(rows, "flow-1", position).rows[0]).toBe(26);
  expect(sliceAt(rows, "flow", position).rows[0]).toBe(1);
});

test.each(["0", "-1", "1.5", "61", "999999999999", "x", ""])("from %j is the start", (from) => {
  expect(sliceAt(rows, "txs", readListPosition({ from })).rows[0]).toBe(1);
});

test("an address keeps the rest of its query and adds no more than it must", () => {
  expect(hrefAtPosition("/p/tx/1?flow=table", { list: "flow", from: 26 })).toBe(
    "/p/tx/1?flow=table&list=flow&from=26#flow",
  );
  expect(hrefAtPosition("/c/block/9", { list: "txs", from: 26 })).toBe("/c/block/9?from=26#txs");
  expect(hrefAtPosition("/c/block/9", { list: "txs", from: 1 })).toBe("/c/block/9#txs");
});

function queryOf(href: string) {
  return Object.fromEntries(new URL(href, "http://localhost").searchParams);
}
