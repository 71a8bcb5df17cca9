import { expect, test } from "vitest";
import type { EvmTraceCall } from "@/lib/contract/firn/evm-transactions";
import { branchesOf } from "./branches";

type Line = [depth: number, error?: string];

/** Calls in the order in which they began, as the API answers them. */
function calls(...lines: Line[]): EvmTraceCall[] {
  return lines.map(([depth, error], at) => {
    const next = lines.slice(at + 1).find(([other]) => other <= depth);
    return {
      depth,
      isLast: next === undefined || next[0] < depth,
      isReverted: error !== undefined,
      type: "CALL",
      from: "0x",
      value: "0",
      gas: "0",
      gasUsed: "0",
      isOnFailurePath: false,
      eventsBefore: [],
      eventsAfter: [],
      ...(error !== undefined && { error }),
    };
  });
}

/** The page of a tree from an index on, with the calls around its first one. */
function pageFrom(tree: EvmTraceCall[], index: number) {
  const callers: EvmTraceCall[] = [];
  for (const call of tree.slice(0, index)) {
    callers.length = call.depth;
    callers.push(call);
  }
  callers.length = Math.min(callers.length, tree[index]?.depth ?? 0);
  return { first: index + 1, calls: tree.slice(index), callers };
}

test("lines connect every call to its caller and end at the last sibling", () => {
  const tree = calls([0], [1], [2], [2], [1], [2], [3], [1]);
  const drawn = branchesOf(pageFrom(tree, 0)).map(({ guides }) => guides.join("."));
  expect(drawn).toEqual(["", "t", "v.t", "v.l", "t", "v.l", "v..l", "l"]);
});

test("a failure is caught when a caller above continued, not when the whole transaction failed", () => {
  const caught = (...lines: Line[]) => branchesOf(pageFrom(calls(...lines), 0)).map((each) => each.isCaught);
  expect(caught([0], [1, "execution reverted"], [2, "out of gas"], [1])).toEqual([false, true, true, false]);
  expect(caught([0, "execution reverted"], [1, "execution reverted"])).toEqual([false, false]);
});

test("a page that begins inside the tree is drawn as in the whole tree", () => {
  const tree = calls([0], [1, "reverted"], [2], [3, "reverted"], [2], [1], [2], [3], [3], [1]);
  const whole = branchesOf(pageFrom(tree, 0));
  for (let index = 0; index < tree.length; index++)
    expect(branchesOf(pageFrom(tree, index)), `from ${index}`).toEqual(whole.slice(index));
});
