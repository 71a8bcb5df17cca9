import { expect, test } from "vitest";
import type { FirnIndex } from "@/lib/contract/firn/indexes";
import { describeTrack, inTrackOrder, isComplete, labelsOf, segmentsOf, stateOf } from "./track";

/** An index of 100 blocks that Firn has read in full, unless overridden. */
const index = (over: Partial<FirnIndex> = {}): FirnIndex => ({
  name: "P/block",
  answer: "serving",
  nodeHead: { number: 99, height: 100 },
  stored: 100,
  storedHeight: 100,
  missing: 0,
  gaps: [],
  parts: [{ kind: "live", from: 1, to: 100 }],
  ...over,
});
const gap = { gaps: [{ from: 41, to: 50 }], missing: 10, nodeHead: { number: 89, height: 100 }, stored: 90 };

test("a track shows ranges by height, and a gap wide enough to be seen", () => {
  const parts = [
    { kind: "bootstrap" as const, from: 1, to: 60 },
    { kind: "live" as const, from: 61, to: 100 },
  ];
  expect(segmentsOf(index({ parts }))).toEqual([
    { kind: "bootstrap", left: 0, width: 60 },
    { kind: "live", left: 60, width: 40 },
  ]);
  expect(segmentsOf(index({ ...gap, parts: [] }))).toEqual([{ kind: "gap", left: 40, width: 10 }]);
  const narrow = {
    gaps: [{ from: 1, to: 1 }],
    missing: 1,
    nodeHead: { number: 998, height: 999 },
    parts: [],
  };
  expect(segmentsOf(index(narrow))).toEqual([{ kind: "gap", left: 0, width: 2.8 }]);
  const late = { ...narrow, gaps: [{ from: 998, to: 998 }] };
  expect(segmentsOf(index(late))[0]?.left).toBeCloseTo(97.2);
});

test("what is not indexed yet stays empty", () => {
  const behind = index({ stored: 50, storedHeight: 50, parts: [{ kind: "live", from: 1, to: 50 }] });
  expect(segmentsOf(behind)).toEqual([{ kind: "live", left: 0, width: 50 }]);
  expect(labelsOf(behind).at(-1)?.text).toBe("50 of 100 indexed");
  expect(stateOf(behind, []).word).toBe("Catching up");
  // The node is away: only the number of its head is known.
  const away = index({ ...behind, answer: "away", nodeHead: { number: 99 } });
  expect(segmentsOf(away)).toEqual(segmentsOf(behind));
});

test.each<[string, Partial<FirnIndex>]>([
  ["Complete", {}],
  ["1 gap", gap],
  ["2 gaps", { ...gap, gaps: [...gap.gaps, { from: 60, to: 61 }], missing: 12 }],
  ["1 gap", { ...gap, gaps: [] }],
  ["Index off", { ...gap, answer: "off" }],
  ["Not answered", { answer: "away" }],
  ["Empty", { name: "X/tx", answer: "empty", nodeHead: undefined, stored: 0, parts: [] }],
  ["Closed at Cortina", { name: "X/vtx", parts: [{ kind: "bootstrap", from: 0, to: 99 }] }],
  ["Closed at Cortina", { name: "X/tx", parts: [{ kind: "bootstrap", from: 0, to: 99 }] }],
  ["Catching up", { name: "X/tx", stored: 0, nodeHead: { number: 12 }, parts: [] }],
  ["Complete", { name: "X/tx", parts: [{ kind: "live", from: 0, to: 99 }] }],
])("%s is the state of such an index", (word, over) => {
  expect(stateOf(index(over), []).word).toBe(word);
  expect(isComplete(index(over), [])).toBe(["Complete", "Closed at Cortina"].includes(word));
});

test("an index of transactions may lack some where blocks are missing", () => {
  const txs = index({ name: "X/tx", parts: [{ kind: "live", from: 0, to: 99 }] });
  expect(stateOf(txs, [index({ ...gap, name: "X/block" })]).word).toBe("May be incomplete");
  expect(isComplete(txs, [index({ ...gap, name: "P/block" })])).toBe(true);
});

test("labels give numbers at the ends and heights of a gap, and never overlap", () => {
  expect(labelsOf(index())).toEqual([
    { text: "0", at: 0 },
    { text: "99", at: 100 },
  ]);
  expect(labelsOf(index(gap))).toContainEqual({ text: "41 to 50 missing", at: 45, tone: "bad" });
  const leading = {
    gaps: [{ from: 1, to: 3 }],
    missing: 5,
    nodeHead: { number: 94, height: 100 },
    stored: 95,
  };
  expect(labelsOf(index(leading))).toEqual([
    { text: "94", at: 100 },
    { text: "1 to 3 missing, and 2 more", at: 0, tone: "bad" },
  ]);
  expect(labelsOf(index({ answer: "empty", nodeHead: undefined, stored: 0, parts: [] }))).toEqual([
    { text: "no containers", at: 0 },
  ]);
  const parts = [
    { kind: "bootstrap" as const, from: 1, to: 60 },
    { kind: "live" as const, from: 61, to: 100 },
  ];
  expect(labelsOf(index({ parts }))).toContainEqual({ text: "live from block 61", at: 60 });
});

test("a track is described in a sentence", () => {
  expect(describeTrack(index(gap))).toBe(
    "P/block: 90 of 90 containers indexed; live timestamps at block 1 to 100; blocks 41 to 50 missing",
  );
});

test("tracks keep one order, whatever the order of the answer", () => {
  const names = (["X/vtx", "C/block", "X/block", "P/block", "X/tx"] as const).map((name) => index({ name }));
  expect(inTrackOrder(names, ({ name }) => name).map(({ name }) => name)).toEqual([
    "P/block",
    "C/block",
    "X/tx",
    "X/block",
    "X/vtx",
  ]);
});
