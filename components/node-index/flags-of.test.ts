import { expect, test } from "vitest";
import type { FirnIndex } from "@/lib/contract/firn/indexes";
import { flagsOf } from "./flags-of";

const index = (over: Partial<FirnIndex>): FirnIndex => ({
  name: "P/block",
  answer: "serving",
  stored: 9,
  parts: [],
  missing: 0,
  gaps: [],
  ...over,
});
const lacking = (name: FirnIndex["name"], from: number) =>
  index({ name, gaps: [{ from, to: from + 1 }], missing: 2 });

test.each<[string, FirnIndex[], string, string]>([
  ["nothing is missing", [index({}), index({ answer: "empty" })], "true", "not needed"],
  ["the index was on late", [lacking("P/block", 1)], "true", "true"],
  ["the index was off for a while", [index({}), lacking("C/block", 7)], "true", "true"],
  ["the C-Chain begins late", [index({}), lacking("C/block", 1)], "true", "unknown"],
  ["there is no index", [index({ answer: "off" }), lacking("P/block", 1)], "false", "unknown"],
  ["the node is away", [index({ answer: "away" })], "unknown", "unknown"],
])("%s: the flags are those the node must have been started with", (_, indexes, enabled, allowIncomplete) => {
  expect(flagsOf(indexes)).toEqual({ enabled, allowIncomplete });
});
