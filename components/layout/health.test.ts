import { describe, expect, test } from "vitest";
import type { FirnStatus, StreamStatus } from "@/lib/contract/firn/status";
import { healthOf, healthWithout, isNodeAway } from "./health";

const NOW = 1_800_000_000_000;
const following: StreamStatus = {
  stream: "P/block",
  state: "following",
  behind: 0,
  nodeHead: 99,
  updatedAt: NOW,
};

function statusWith(stream: Partial<StreamStatus>, reachable = true): FirnStatus {
  return {
    version: "0.1.0",
    network: { id: 54321, name: "custom", hrp: "custom", servedAs: "fuji" },
    node: { reachable },
    streams: [{ ...following, ...stream }],
    store: { sizeBytes: 1, schemaVersion: 1 },
  };
}

const textOf = (status: FirnStatus) => healthOf(status, NOW).text.replaceAll("\u2009", " ");

describe("health", () => {
  test("a stream at the head of a node that answers is healthy", () => {
    expect(healthOf(statusWith({}), NOW)).toEqual({ tone: "ok", icon: "ok", text: "Healthy" });
  });
  test("without an answer from the API nothing is claimed about the node", () => {
    expect(healthWithout(0).text).toBe("Firn’s API does not answer");
    expect(healthWithout(502).text).toBe("Firn’s API does not answer");
    expect(healthWithout(503).text).toBe("Nothing indexed yet");
    expect(healthWithout(429).text).toBe("Asked too often");
  });
  test("a stopped stream is worse than a node that is away", () => {
    expect(healthOf(statusWith({ state: "stopped" }, false), NOW)).toMatchObject({
      tone: "bad",
      text: "P/block stopped",
    });
  });
  test("a node that is away says since when, once somebody knows", () => {
    const error = { code: "NODE_UNREACHABLE", message: "refused", at: NOW - 42_300 };
    expect(textOf(statusWith({ state: "waiting-for-node", error }))).toBe("Node not answering, 42 s");
    expect(textOf(statusWith({}, false))).toBe("Node not answering");
    expect(isNodeAway(statusWith({}, false))).toBe(true);
    expect(isNodeAway(statusWith({}))).toBe(false);
  });
  test("catching up gives the share that is done", () => {
    expect(textOf(statusWith({ state: "catching-up", behind: 58 }))).toBe("Catching up 42 %");
    expect(healthOf({ ...statusWith({}), streams: [] }, NOW).text).toBe("Healthy");
  });
  test("behind counts only while the node has more than Firn", () => {
    expect(textOf(statusWith({ behind: 3, lagMs: 65_000 }))).toBe("Behind 1 min 5 s");
    expect(textOf(statusWith({ behind: 0, lagMs: 65_000 }))).toBe("Healthy");
  });
});
