import { expect, test } from "vitest";
import { hrefOfPlace, neighboursOf, type Part, type Place, partAt, readPlace } from "./place";

const rows = Array.from({ length: 60 }, (_, at) => at + 1);

test("the links of a list lead through all of its rows in order, and back to its beginning", () => {
  const seen: number[] = [];
  let last: Place | undefined = { list: "sigs", from: 1 };
  for (let place: Place | undefined = last; place !== undefined; ) {
    const part: Part<number> = partAt(rows, "sigs", readPlace(queryOf(hrefOfPlace("/p/tx/1", place))));
    seen.push(...part.rows);
    last = place;
    place = neighboursOf(part).after;
  }
  expect(seen).toEqual(rows);
  const back: number[] = [];
  for (let place: Place | undefined = last; place !== undefined; ) {
    back.push(place.from);
    place = neighboursOf(partAt(rows, "sigs", place)).before;
  }
  expect(back).toEqual([51, 26, 1]);
});

test("a place moves the list it names and no other", () => {
  const place = readPlace({ list: "flow-1", from: "26" });
  expect(partAt(rows, "flow-1", place).rows[0]).toBe(26);
  expect(partAt(rows, "flow", place).rows[0]).toBe(1);
});

test.each(["0", "-1", "1.5", "61", "999999999999", "x", ""])("from %j is the beginning", (from) => {
  expect(partAt(rows, "txs", readPlace({ from })).rows[0]).toBe(1);
});

test("an address keeps what else it says, and says no more than it must", () => {
  expect(hrefOfPlace("/p/tx/1", { list: "flow", from: 26 }, "flow=table")).toBe(
    "/p/tx/1?flow=table&list=flow&from=26#flow",
  );
  expect(hrefOfPlace("/c/block/9", { list: "txs", from: 26 })).toBe("/c/block/9?from=26#txs");
  expect(hrefOfPlace("/c/block/9", { list: "txs", from: 1 })).toBe("/c/block/9#txs");
});

function queryOf(href: string) {
  return Object.fromEntries(new URL(href, "http://localhost").searchParams);
}
