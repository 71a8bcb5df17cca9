import { expect, test } from "vitest";
import { barOf, endOf } from "./progress.mjs";

const level = { stream: "P/block", state: "following", nodeHead: 9, behind: 0 };
/** An EVM chain that has no store yet. */
const coming = { stream: "EVM C-Chain", state: "starting" };
const stopped = { ...level, stream: "X/block", state: "stopped", behind: 3 };

test("caught up is what was asked for and has all the node has", () => {
  expect(endOf([level])).toBe("caught up");
  expect(endOf([level, coming])).toBeUndefined();
  expect(endOf([level, { ...coming, behind: 0 }])).toBeUndefined();
  // Nobody has asked an EVM chain's node for its head yet.
  expect(endOf([level, { stream: "EVM firnl1", state: "starting" }])).toBeUndefined();
  expect(endOf([level, { stream: "X/tx", state: "following" }])).toBeUndefined();
  expect(endOf([level, { ...level, behind: 1 }])).toBeUndefined();
  expect(endOf([level, { ...level, state: "waiting-for-node" }])).toBeUndefined();
  expect(endOf([])).toBeUndefined();
});

test("a stopped stream is not called caught up, and holds nobody up", () => {
  expect(endOf([level, stopped])).toBe("caught up, but stopped: X/block");
  expect(endOf([stopped])).toBe("stopped: X/block");
  expect(endOf([stopped, coming])).toBeUndefined();
  expect(endOf([level, { ...stopped, error: { code: "INDEXER_AWAY" } }])).toBeUndefined();
});

test("a bar is neither empty nor full before it is", () => {
  expect(barOf({ ...level, nodeHead: 999, behind: 999 })).toContain(" <1 %  1 of 1000");
  expect(barOf({ ...level, nodeHead: 999, behind: 1 })).toContain("99 %  999 of 1000");
  expect(barOf(coming)).toContain(" 0 %  0 of 0  starting");
});
