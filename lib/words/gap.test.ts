import { expect, test } from "vitest";
import { boundOfGap, describeListGap, mayBeImported } from "./gap";

const C = { chain: "c", before: 12_345, time: 1_000 } as const;
const X = { chain: "x", before: 1, time: 1_000 } as const;

test("a list says from which block on it has rows, and why", () => {
  expect(describeListGap(C)).toBe("From block 12,345 on; the node did not have older blocks.");
  expect(describeListGap(X)).toBe(
    "Transactions from before the X-Chain’s first block are missing: only the index of a node has them, and Firn has not read all of it.",
  );
  expect([boundOfGap(C), boundOfGap(X)]).toEqual(["before block 12,345", "before the X-Chain’s first block"]);
});

test("an export may have been imported in an unknown block unless it was made after the first known one", () => {
  const found = (time: number | undefined, to: "p" | "c" | undefined = "c") =>
    mayBeImported([X, C], { to, time }) !== undefined;
  expect([found(999), found(1_059), found(1_060), found(undefined)]).toEqual([true, true, false, true]);
  expect([found(999, "p"), mayBeImported([C], { to: undefined, time: 1 })]).toEqual([false, undefined]);
});
