import { expect, test } from "vitest";
import type { PartHistory } from "@/lib/contract/firn/status";
import { describeHistory, endingOf } from "./history";

const arriving: PartHistory = {
  firstBlock: 12_000,
  older: "wanted",
  olderToGo: 11_999,
  countedFrom: 13_000,
  countedSince: 0,
};
const missing: PartHistory = { firstBlock: 12_345, older: "missing", countedFrom: 12_345, countedSince: 0 };
const counting: PartHistory = {
  firstBlock: 1,
  older: "none",
  countedFrom: 1,
  countedTo: 23_456,
  countedSince: 0,
  countedBefore: 9,
};
const phrases = (history?: PartHistory) =>
  (["lists", "figures", "both"] as const).map((subject) =>
    describeHistory(history === undefined ? {} : { history }, subject),
  );

test("a page says from which block its lists and figures count while older blocks arrive", () => {
  expect(phrases(arriving)).toEqual([
    "From block 12,000 on; older blocks are still being read, 11,999 to go.",
    "Figures count from block 13,000 on; older blocks are still being read, 11,999 to go.",
    "From block 12,000 on. Figures count from block 13,000 on; older blocks are still being read, 11,999 to go.",
  ]);
});

test("it says that the node does not have older blocks, and up to where figures are counted", () => {
  expect(phrases(missing)).toEqual([
    "From block 12,345 on; the node does not have older blocks.",
    "Figures count from block 12,345 on; the node does not have older blocks.",
    "From block 12,345 on; the node does not have older blocks.",
  ]);
  expect(phrases({ ...missing, countedTo: 12_344 })[1]).toBe(
    "Figures do not count any block yet; the node does not have older blocks.",
  );
  const text = "Figures count blocks 1 to 23,456; the rest is still being counted.";
  expect(phrases(counting)).toEqual([undefined, text, text]);
});

test("a whole history needs no words, and its lists end as always", () => {
  expect(phrases()).toEqual([undefined, undefined, undefined]);
  expect([endingOf({}), endingOf({ history: counting })]).toEqual([undefined, undefined]);
  expect(endingOf({ history: missing })).toBe(
    ". The list begins at block 12,345; the node does not have older blocks",
  );
});
