import { expect, test } from "vitest";
import type { FirnStatus, StreamStatus } from "../../contract/firn/status";
import { alertsOfStatus, unknownOfStatus } from "./of-status";

const NOW = 1_800_000_000_000;
const alertsAt = (status: FirnStatus) => alertsOfStatus(status, NOW);
const kindsAt = (status: FirnStatus) => alertsAt(status).map(({ kind }) => kind);

const head = { index: 109, height: 110, containerId: "x", time: 1 };
const following: StreamStatus = {
  stream: "P/block",
  state: "following",
  behind: 0,
  indexedHead: head,
  updatedAt: 1,
};

function statusWith(stream: Partial<StreamStatus>, node: Partial<FirnStatus["node"]> = {}): FirnStatus {
  return {
    version: "0.1.0",
    network: { id: 54321, name: "custom", hrp: "custom", servedAs: "fuji", genesisKnown: true },
    node: { reachable: true, bootstrapping: [], healthy: true, failingChecks: [], ...node },
    streams: [{ ...following, ...stream }],
    store: { sizeBytes: 1, schemaVersion: 1 },
  };
}

test("a Firn at the head of a node with a whole index needs nothing", () => {
  expect(alertsAt(statusWith({}))).toEqual([]);
  const { indexedHead: _, ...fresh } = following;
  expect(alertsAt({ ...statusWith({}), streams: [fresh] })).toEqual([]);
});

test("differences that the last check found are told until one finds none", () => {
  const verified = {
    timestamp: 1_799_999_000,
    checks: 12,
    differences: 2,
    notChecked: 0,
    first: ["rows: tx 1"],
  };
  const status = statusWith({});
  const at = (found: typeof verified) => alertsAt({ ...status, store: { ...status.store, verified: found } });
  expect(at(verified)).toEqual([
    { kind: "verify-differs", differences: 2, first: ["rows: tx 1"], timestamp: 1_799_999_000 },
  ]);
  expect(at({ ...verified, differences: 0, first: [] })).toEqual([]);
});

test("a stopped stream says what is wrong, what to do and how far it got", () => {
  const error = { code: "UNKNOWN_TYPE", message: "type 99 is not known", hint: "update Firn", at: 1 };
  expect(alertsAt(statusWith({ state: "stopped", error }))).toEqual([
    { kind: "stream-stopped", stream: "P/block", error, storedTo: 110 },
  ]);
});

test("without the indexer one thing is wrong, and what it alone knew is unknown", () => {
  const error = { code: "INDEXER_AWAY", message: "silent", at: 1 };
  const silent = statusWith({ state: "stopped", error });
  expect(kindsAt(silent)).toEqual(["indexer-away"]);
  expect(unknownOfStatus(silent)).toEqual(expect.arrayContaining(["stream-stopped", "node-away"]));
  expect(unknownOfStatus(statusWith({}))).toEqual([]);
});

test("a stream that is far behind says by how much, and one at the head nothing", () => {
  expect(alertsAt(statusWith({ state: "catching-up", behind: 5_120 }))).toEqual([
    { kind: "stream-behind", stream: "P/block", behind: 5_000 },
  ]);
  expect(alertsAt(statusWith({ state: "following", behind: 3 }))).toEqual([]);
});

test("of a node that is away nobody knows whether it is healthy", () => {
  const away = statusWith({}, { reachable: false });
  expect(unknownOfStatus(away)).toEqual(expect.arrayContaining(["node-unhealthy", "stream-waiting"]));
});

test("a damaged file comes first, and a node that is down after a stopped stream", () => {
  const status = statusWith({ state: "stopped" }, { reachable: false, error: "refused" });
  const damaged = [{ file: "evm/43114.db", faults: ["page 3 is never used"] }];
  const alerts = alertsAt({ ...status, store: { ...status.store, damaged } });
  expect(alerts[0]).toEqual({ kind: "file-damaged", ...damaged[0] });
  expect(alerts.map(({ kind }) => kind)).toEqual(["file-damaged", "stream-stopped", "node-away"]);
  expect(alerts[2]).toEqual({ kind: "node-away", error: "refused" });
});

test("missing blocks are those before the first stored one", () => {
  expect(alertsAt(statusWith({ firstHeight: 13 }))).toEqual([
    { kind: "blocks-missing", stream: "P/block", count: 12 },
  ]);
});

test("what is not known needs attention too", () => {
  expect(alertsAt(statusWith({ state: "starting", behind: undefined }))).toEqual([
    { kind: "streams-starting", streams: ["P/block"] },
  ]);
  expect(kindsAt(statusWith({}, { healthy: undefined }))).toEqual(["node-health-unknown"]);
  const { network, ...rest } = statusWith({});
  expect(kindsAt({ ...rest, network: { ...network, genesisKnown: false } })).toEqual(["genesis-unknown"]);
});

test("a quiet chain is listed with its usual pace and the node's health", () => {
  const pace = { usualMs: 2_000, longestMs: 11_000, allowedMs: 300_000, newestAt: NOW - 1_200_000 };
  expect(alertsAt(statusWith({ pace }))).toEqual([
    { kind: "chain-quiet", name: "P-Chain", sinceMs: NOW - 1_200_000, pace, nodeHealthy: true },
  ]);
});

test("a waiting stream is listed though the node answers others, and so are failing checks", () => {
  const notice = "the node's index ends at container 4, the store's at 109: it is waited for";
  expect(alertsAt(statusWith({ state: "waiting-for-node", notice }))).toEqual([
    { kind: "stream-waiting", stream: "P/block", notice },
  ]);
  const failing = { healthy: false, failingChecks: ["C", "network"], peers: 0 };
  expect(alertsAt(statusWith({}, failing))).toEqual([
    { kind: "node-unhealthy", failingChecks: ["C", "network"], peers: 0 },
  ]);
});

test("a node that limits requests is named once, whichever of its streams it keeps waiting", () => {
  const notice = "the node limits requests (HTTP 429): Firn asks it as often as it allows";
  const status = statusWith({ state: "catching-up", notice });
  const [stream] = status.streams;
  const l1 = { stream: "EVM 7", evm: { isCChain: false, lacks: [] } };
  const streams = [stream, { ...stream, stream: "X/block" }, { ...stream, ...l1 }] as StreamStatus[];
  expect(alertsAt({ ...status, streams })).toEqual([
    { kind: "requests-limited", notice },
    { kind: "requests-limited", stream: "EVM 7", notice },
  ]);
});
