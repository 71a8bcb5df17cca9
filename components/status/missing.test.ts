import { expect, test } from "vitest";
import { missingBlocks } from "./missing";

const head = (index: number, height: number) => ({
  indexedHead: { index, height, containerId: "", time: 0 },
});

test("an index lacks as many blocks as heights run ahead of its numbers; an EVM chain is not an index", () => {
  expect(missingBlocks({})).toBe(0);
  expect(missingBlocks(head(109, 110))).toBe(0);
  expect(missingBlocks(head(34, 88))).toBe(53);
  expect(missingBlocks({ ...head(34, 88), evm: { isCChain: true, lacks: [] } })).toBe(0);
});
