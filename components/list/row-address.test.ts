import { expect, test } from "vitest";
import { addressOfRow, firstBelow, queryNames, type RowAddress, startOf } from "./row-address";

const list: RowAddress = {
  start: "?tab=staking",
  after: undefined,
  element: "row-7",
  names: ["tab", "paid"],
  isOwn: (element) => element.startsWith("row-"),
};
const at = (search: string, hash = "") => ({ search, hash });

test("a row's address starts the list after the row above it and names the row", () => {
  const after = "/address/x?tab=staking&paid=ab:1#paid";
  expect(addressOfRow(at("?tab=staking"), { ...list, after })).toBe("?tab=staking&paid=ab:1#row-7");
});

test("the first row has the address where the list began", () => {
  expect(addressOfRow(at("?tab=staking&paid=ab", "#row-3"), list)).toBe("?tab=staking");
  const start = "?tab=staking&paid=aa#row-1";
  expect(addressOfRow(at("?tab=staking&paid=ab", "#row-3"), { ...list, start })).toBe(start);
});

test("above the list the address names no row", () => {
  const above = { ...list, start: "?paid=aa#row-1", element: undefined };
  expect(addressOfRow(at("?paid=ab", "#row-3"), above)).toBe("?paid=aa");
});

test("what another list wrote stays", () => {
  const here = at("?tab=staking&pending=cd", "#other-9");
  expect(addressOfRow(here, list)).toBe("?tab=staking&pending=cd#other-9");
  expect(addressOfRow(here, { ...list, after: "/x?tab=staking&paid=ab" })).toBe(
    "?tab=staking&pending=cd&paid=ab#row-7",
  );
});

test("where a list began has the order and filter that its page has now", () => {
  const start = { address: "?sort=ends&before=9&other=1#row-8", after: "/x?sort=ends&room=25&before=8" };
  expect(startOf(start, start.after)).toBe(start.address);
  expect(startOf(start, "/x?sort=stake&room=25&before=8")).toBe("?sort=stake&before=9&other=1#row-8");
  expect(startOf(start, "/x?before=8&tab=owners")).toBe("?before=9&other=1&tab=owners#row-8");
  expect(startOf({ address: "", after: "/x?list=txs&from=2" }, "/x?list=txs&from=2")).toBe("");
});

test("the names of a list's position are those that its addresses set", () => {
  expect(queryNames("/c/txs?status=failed&before=0x1")).toEqual(["status", "before"]);
  expect(queryNames("/c/txs")).toEqual([]);
  expect(queryNames("/validator/N?chain=p&before=7#blocks")).toEqual(["chain", "before"]);
});

test("the first row below a line is found among rows of any height", () => {
  const bottoms = [10, 30, 31, 80, 200];
  const find = (line: number) => firstBelow(line, bottoms.length, (index) => bottoms[index] ?? 0);
  expect([5, 10, 30, 79, 80, 199, 200].map(find)).toEqual([0, 1, 2, 3, 4, 4, 5]);
});
