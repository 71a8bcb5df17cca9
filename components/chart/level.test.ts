import { expect, test } from "vitest";
import type { StreamStatus } from "@/lib/contract/firn/status";
import { isLevel } from "./level";

test("the last minute is known only for a chain that is level with a node that answers", () => {
  const evm = { chainId: "43114", isCChain: true, lacks: [] };
  const level: StreamStatus = { stream: "EVM 43114", state: "following", behind: 0, updatedAt: 1, evm };
  const isKnown = (changes: Partial<StreamStatus>) =>
    isLevel({ streams: [{ ...level, ...changes }] }, "43114");
  expect(isKnown({})).toBe(true);
  expect(isKnown({ behind: 1 })).toBe(false);
  expect(isKnown({ behind: undefined })).toBe(false);
  expect(isKnown({ state: "catching-up" })).toBe(false);
  expect(isKnown({ state: "waiting-for-node" })).toBe(false);
  expect(isLevel({ streams: [level] }, "99999")).toBe(false);
});
