import { expect, test } from "vitest";
import {
  hrefAtPosition,
  type ListPosition,
  type ListSlice,
  neighboursOf,
  readListPosition,
  sliceAt,
} from "./position";

const rows = Array.from({ length: 60 }, (_, at) => at + 1);

test("a list's links lead through all of its rows in order, and back to the start", () => {
  const seen: number[] = [];
  let last: ListPosition | undefined = { list: "sigs", from: 1 };
  for (let position: ListPosition | undefined = last; position !== undefined; ) {
    const slice: ListSlice<number> = sliceAt(
      rows,
      "sigs",
      readListPosition(queryOf(hrefAtPosition("/p/tx/1", position))),
    );
    seen.push(...slice.rows);
    last = position;
    position = neighboursOf(slice).after;
  }
  expect(seen).toEqual(rows);
  const back: number[] = [];
  for (let position: ListPosition | undefined = last; position !== undefined; ) {
    back.push(position.from);
    position = neighboursOf(sliceAt(rows, "sigs", position)).before;
  }
  expect(back).toEqual([51, 26, 1]);
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
