import { expect, test } from "vitest";
import type { EvmTraceCall } from "@/lib/contract/firn/evm";
import { branchesOf } from "./branches";

function calls(...lines: [depth: number, error?: string][]): EvmTraceCall[] {
  return lines.map(([depth, error]) => ({
    ...{ depth, type: "CALL", from: "0x", value: "0", gasUsed: "0" },
    ...(error !== undefined && { error }),
  }));
}

test("lines connect every call to its caller and end at the last sibling", () => {
  const drawn = branchesOf(calls([0], [1], [2], [2], [1], [2], [3], [1])).map(({ guides }) =>
    guides.join("."),
  );
  expect(drawn).toEqual(["", "t", "v.t", "v.l", "t", "v.l", "v..l", "l"]);
});

test("a failure is caught when a caller above continued, not when the whole transaction failed", () => {
  const caught = (...lines: Parameters<typeof calls>) =>
    branchesOf(calls(...lines)).map((each) => each.isCaught);
  expect(caught([0], [1, "execution reverted"], [2, "out of gas"], [1])).toEqual([false, true, true, false]);
  expect(caught([0, "execution reverted"], [1, "execution reverted"])).toEqual([false, false]);
});
