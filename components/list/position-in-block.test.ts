import { expect, test } from "vitest";
import { positionInBlock } from "./position-in-block";

const rowsOf = (...blocks: number[]) => blocks.map((block) => ({ block: String(block) }));
const NONE = { block: "", shown: 0 };

test("a row's position counts the rows of its block up to it", () => {
  const rows = rowsOf(9, 8, 8, 8, 7);
  const positions = rows.map((_, index) => positionInBlock(rows.slice(0, index + 1), NONE));
  expect(positions.map(({ block, shown }) => `${block}-${shown}`)).toEqual([
    "9-1",
    "8-1",
    "8-2",
    "8-3",
    "7-1",
  ]);
});

test("in the block where the list starts, those before it count too", () => {
  const rows = rowsOf(8, 8, 7);
  const positions = rows.map((_, index) =>
    positionInBlock(rows.slice(0, index + 1), { block: "8", shown: 5 }),
  );
  expect(positions.map(({ shown }) => shown)).toEqual([6, 7, 1]);
});
