import { expect, test } from "vitest";
import type { FirnAlert } from "@/lib/contract/firn/alerts";
import { describeAlert } from "./attention";

const NOW = 1_800_000_000_000;
const plain = (text: string) => text.replaceAll("\u2009", " ");
const shown = (alert: FirnAlert) => {
  const { title, text, href } = describeAlert(alert, NOW);
  return [plain(title), plain(text), href];
};

test("a stopped stream says what is wrong, what to do and how far it got", () => {
  const error = { code: "X", message: "type 99 at byte 114 is not known", hint: "update Firn", at: 1 };
  expect(shown({ kind: "stream-stopped", stream: "P/block", error, storedTo: 1234 })).toEqual([
    "P-Chain stopped",
    "type 99 at byte 114 is not known: update Firn. Stored up to block 1,234.",
    undefined,
  ]);
  const l1 = { stream: "EVM 7", evm: { name: "firnl1" } };
  expect(shown({ kind: "stream-waiting", ...l1, notice: "it is waited for" }).slice(0, 2)).toEqual([
    "firnl1 waits for its node",
    "it is waited for.",
  ]);
});

test("a damaged file says what is wrong and what to do", () => {
  const faults = ["page 3 is never used", "row 7 missing from index block_height"];
  const [title, text] = shown({ kind: "file-damaged", file: "evm/43114.db", faults });
  expect(title).toBe("The file evm/43114.db is damaged");
  expect(text).toContain(
    "found: page 3 is never used, and 1 more fault. Numbers from this file may be wrong",
  );
  expect(text).toContain("firn reset --yes");
});

test("a node without peers is alone rather than ill", () => {
  const [title, text] = shown({ kind: "node-unhealthy", failingChecks: ["network"], peers: 0 });
  expect(title).toBe("Your node has no peers");
  expect(text).toContain("as a recorded node does");
  expect(shown({ kind: "node-unhealthy", failingChecks: ["C", "network"], peers: 3 })).toEqual([
    "Your node reports that it is unhealthy",
    "Failing: C, network.",
    "/node",
  ]);
});

test("a quiet chain says since when, and what is usual", () => {
  const pace = { usualMs: 2_000, longestMs: 11_000, allowedMs: 300_000, newestAt: NOW - 1_200_000 };
  const quiet = { name: "P-Chain", sinceMs: pace.newestAt, pace, nodeHealthy: true };
  expect(shown({ kind: "chain-quiet", ...quiet }).slice(0, 2)).toEqual([
    "No new P-Chain block for 20 min",
    "Usually one every 2 s, and lately never more than 11 s apart. The node reports that it is healthy, so there may just be no transactions.",
  ]);
});

test("what the own node validates leads to its page", () => {
  const subnetId = "ZtpFPCFYPHCqu9581pKgL8x9bfqUGhw8WbKaixCSJsCj6Pxfd";
  const ends = { kind: "period-ending", nodeId: "NodeID-me" } as const;
  expect(shown({ ...ends, endTimestamp: NOW / 1000 + 3 * 86_400 })[0]).toBe(
    "Your validator’s period ends in 3 d",
  );
  expect(shown({ ...ends, endTimestamp: NOW / 1000 - 1 })[0]).toBe("Your validator’s period is over");
  expect(shown({ kind: "l1-validator-inactive", validationId: "v", subnetId })[2]).toBe("/validation/v");
  const uptime = { nodeId: "NodeID-me", uptimePercent: 62.3, requiredPercent: 80 };
  const low = shown({ kind: "uptime-low", ...uptime });
  expect([low[0], low[2]]).toEqual(["Your validator’s uptime is 62.3 %", "/validator/NodeID-me"]);
  const oldest = { txHash: "old", to: "X-Chain", amount: "1500000000", denomination: 9, symbol: "AVAX" };
  expect(shown({ kind: "exports-waiting", count: 2, oldest })).toEqual([
    "1.5 AVAX of your validator’s owner waits for its import",
    "It was exported to the X-Chain, and nobody has imported it there. It is the oldest of 2.",
    "/atomic/old",
  ]);
});
