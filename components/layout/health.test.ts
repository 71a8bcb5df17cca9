import { describe, expect, test } from "vitest";
import type { FirnStatus, StreamStatus } from "@/lib/contract/firn/status";
import { healthOf, healthWithout, isNodeAway } from "./health";

const NOW = 1_800_000_000_000;
const following = {
  stream: "P/block",
  state: "following",
  behind: 0,
  nodeHead: 99,
  updatedAt: NOW,
} as const satisfies StreamStatus;

function statusWith(stream: Partial<StreamStatus>, reachable = true): FirnStatus {
  return {
    version: "0.1.0",
    network: { id: 54321, name: "custom", hrp: "custom", servedAs: "fuji", genesisKnown: true },
    node: { reachable, bootstrapping: [], healthy: true, failingChecks: [] },
    streams: [{ ...following, ...stream }],
    store: { sizeBytes: 1, schemaVersion: 1 },
  };
}

const textOf = (status: FirnStatus) => healthOf(status, NOW).text.replaceAll("\u2009", " ");

describe("health", () => {
  test("a stream at the head of an answering node is healthy", () => {
    expect(healthOf(statusWith({}), NOW)).toEqual({ tone: "ok", icon: "ok", text: "Healthy" });
  });
  test("without an answer from the API the node is not mentioned", () => {
    expect(healthWithout(0).text).toBe("Firn’s API does not answer");
    expect(healthWithout(502).text).toBe("Firn’s API does not answer");
    expect(healthWithout(503).text).toBe("Nothing indexed yet");
    expect(healthWithout(429).text).toBe("Asked too often");
  });
  test("a stopped stream is worse than an unreachable node", () => {
    expect(healthOf(statusWith({ state: "stopped" }, false), NOW)).toMatchObject({
      tone: "bad",
      text: "P-Chain stopped",
    });
  });
  test("a damaged file of a store is worse than all else", () => {
    const status = statusWith({ state: "stopped" }, false);
    const damaged = [{ file: "primary.db", faults: ["page 3 is never used"] }];
    expect(healthOf({ ...status, store: { ...status.store, damaged } }, NOW)).toMatchObject({
      tone: "bad",
      text: "A store’s file is damaged",
    });
  });
  test("an unreachable node shows since when, if that is known", () => {
    const error = { code: "NODE_UNREACHABLE", message: "refused", at: NOW - 42_300 };
    expect(textOf(statusWith({ state: "waiting-for-node", error }, false))).toBe("Node not answering, 42 s");
    expect(textOf(statusWith({}, false))).toBe("Node not answering");
    expect(isNodeAway(statusWith({}, false))).toBe(true);
    expect(isNodeAway(statusWith({}))).toBe(false);
  });
  test("a node that answers other streams is not called unreachable because one waits", () => {
    const error = { code: "NODE_BAD_ANSWER", message: "malformed", at: NOW - 42_300 };
    const waiting = statusWith({ state: "waiting-for-node", error });
    expect(textOf(waiting)).toBe("P-Chain waits for its node, 42 s");
  });
  test("catching up shows the share that is done", () => {
    expect(textOf(statusWith({ state: "catching-up", behind: 58 }))).toBe("Catching up 42 %");
    expect(textOf(statusWith({ state: "catching-up", nodeHead: 999, behind: 4 }))).toBe("Catching up 99.6 %");
  });
  test("lag counts only while the node has more than Firn", () => {
    expect(textOf(statusWith({ behind: 3, lagMs: 65_000 }))).toBe("Behind 1 min 5 s");
    expect(textOf(statusWith({ behind: 0, lagMs: 65_000 }))).toBe("Healthy");
  });
  test("what is not known is not healthy", () => {
    expect(textOf({ ...statusWith({}), streams: [] })).toBe("Nothing indexed yet");
    expect(textOf(statusWith({ behind: undefined }))).toBe("Starting");
    const { network, node, ...rest } = statusWith({});
    expect(textOf({ ...rest, node, network: { ...network, genesisKnown: false } })).toBe("Genesis not known");
    expect(textOf({ ...rest, network, node: { reachable: true } })).toBe("Node’s health not known");
  });
  test("a node that bootstraps or reports failing checks is not healthy", () => {
    const { node, ...rest } = statusWith({});
    expect(textOf({ ...rest, node: { ...node, bootstrapping: ["X", "C"] } })).toBe("Node bootstrapping X, C");
    const unwell = { ...node, healthy: false, failingChecks: ["network"] };
    expect(textOf({ ...rest, node: unwell })).toBe("Node unhealthy: network");
    expect(textOf({ ...rest, node: { ...unwell, peers: 0 } })).toBe("Node has no peers");
    const worse = { ...unwell, peers: 0, failingChecks: ["network", "C"] };
    expect(textOf({ ...rest, node: worse })).toBe("Node unhealthy: network, C");
    const chain = { ...worse, failingChecks: ["az5MiQAwYor8JjLwAsTQYkMakBZNBnGa2VSyYe8HL7NT57hFm", "C"] };
    expect(textOf({ ...rest, node: chain })).toBe("Node unhealthy: az5MiQ…T57hFm, C");
  });
  test("a replayed network's chain is measured by that network's clock", () => {
    const DAY = 86_400_000;
    const pace = { usualMs: 2_000, longestMs: 11_000, allowedMs: 300_000 };
    const at = (stream: string, madeMs: number, acceptedMs: number): StreamStatus => ({
      ...following,
      stream,
      pace: { ...pace, newestAt: acceptedMs },
      indexedHead: { index: 99, height: 100, containerId: "x", time: madeMs / 1_000 },
    });
    const x = at("X/block", NOW - 2 * DAY - 30_000, NOW - 2 * DAY - 30_000);
    const replayed = at("P/block", NOW - 2 * DAY - 1_000, NOW - 1_000);
    const live = at("P/block", NOW - 1_000, NOW - 1_000);
    const withStreams = (...streams: StreamStatus[]) => ({ ...statusWith({}), streams });
    expect(textOf(withStreams(replayed, x))).toBe("Healthy");
    expect(textOf(withStreams(live, x))).toMatch(/^No new X-Chain block for 2 d/);
    // The node does not say when it accepted a block of an L1.
    const l1 = {
      ...at("EVM 5", NOW - 2 * DAY - 30_000, NOW - 2 * DAY - 30_000),
      evm: { isCChain: false, lacks: [] },
    };
    expect(textOf(withStreams(replayed, l1))).toBe("Healthy");
    expect(textOf(withStreams(live, l1))).toMatch(/^No new EVM 5 block for 2 d/);
    const long = at("X/block", NOW - 2 * DAY - 600_000, NOW - 2 * DAY);
    expect(textOf(withStreams(replayed, long))).toBe("No new X-Chain block for 10 min");
  });
  test("a chain that is silent for longer than usual is not healthy", () => {
    const pace = { usualMs: 2_000, longestMs: 11_000, allowedMs: 300_000, newestAt: NOW - 1_200_000 };
    expect(textOf(statusWith({ pace }))).toBe("No new P-Chain block for 20 min");
    expect(textOf(statusWith({ pace: { ...pace, allowedMs: 7_200_000 } }))).toBe("Healthy");
    const status = statusWith({ pace: { ...pace, newestAt: NOW - 299_000 } });
    expect(textOf(status)).toBe("Healthy");
    expect(healthOf(status, NOW + 2_000).tone).toBe("warn");
  });
});
