import { expect, test } from "vitest";
import { missingBlocks, storedContainers } from "./missing";

test("a stream lacks the blocks before its first one", () => {
  expect(missingBlocks({})).toBe(0);
  expect(missingBlocks({ firstHeight: 54 })).toBe(53);
  const indexedHead = { index: 87, height: 88, containerId: "", time: 0 };
  expect(storedContainers({ indexedHead, firstHeight: 54 })).toEqual({ first: 53, end: 88 });
});

test("a stream whose history begins in the middle has stored only what comes after", () => {
  const indexedHead = { index: 199, height: 200, containerId: "", time: 0 };
  const evm = { isCChain: true, lacks: [] };
  const history = { firstBlock: 65, older: "wanted", countedFrom: 65, countedSince: 0 } as const;
  expect(storedContainers({})).toEqual({ first: 0, end: 0 });
  expect(storedContainers({ indexedHead, evm })).toEqual({ first: 0, end: 200 });
  expect(storedContainers({ indexedHead, evm: { ...evm, history } })).toEqual({ first: 64, end: 200 });
  // All blocks have arrived, and figures are counted.
  const counting = { ...history, firstBlock: 1, older: "none" } as const;
  expect(storedContainers({ indexedHead, evm: { ...evm, history: counting } })).toEqual({
    first: 0,
    end: 200,
  });
});
