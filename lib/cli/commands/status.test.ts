import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openDataClient } from "../../client/data";
import { type FirnStatus, getStatus } from "../../contract/firn/status";
import { indexRecording } from "../../testbed/recording";
import { testStores } from "../../testbed/test-stores";
import { consoleLine, otherFirnLine, statusText } from "./status";

const STATUS: FirnStatus = {
  version: "0.1.0",
  network: { id: 54321, name: "network-54321", hrp: "custom", servedAs: "fuji", genesisKnown: true },
  node: { url: "http://127.0.0.1:9650", reachable: true, version: "avalanchego/1.14.2", nodeId: "NodeID-x" },
  streams: [
    {
      stream: "P/block",
      state: "following",
      indexedHead: { index: 109, height: 110, containerId: "2wi", time: 1 },
      behind: 0,
      updatedAt: 0,
    },
  ],
  store: { sizeBytes: 2_500_000, schemaVersion: 1 },
};

describe("statusText", () => {
  /** An L1 of which the node has no old state. */
  const l1 = (id: number, changes: Partial<FirnStatus["streams"][number]> = {}) => ({
    stream: `EVM ${id}`,
    state: "following" as const,
    indexedHead: { index: 7, height: 7, containerId: "0x01", time: 1 },
    behind: 0,
    notice: "the node keeps no state of old blocks",
    evm: { chainId: String(id), name: `l1-${id}`, isCChain: false, lacks: [] },
    updatedAt: 0,
    ...changes,
  });

  it("says which of several nodes is used, and what is wrong with the others", async () => {
    const nodes = [
      { url: "http://10.0.0.1:9650/", isUsed: false, state: "away" as const, reason: "no answer" },
      { url: "http://10.0.0.2:9650/", isUsed: true, state: "ready" as const },
      { url: "http://10.0.0.3:9650/", isUsed: false, state: "ready" as const },
    ];
    const indexed = await indexRecording("custom-network");
    onTestFinished(() => indexed.close());
    const read = () =>
      openDataClient({ baseUrl: indexed.url, timeoutMs: 10_000 }).get(getStatus, { params: {} });
    expect((await read()).node).not.toHaveProperty("candidates");
    await indexed.stores.writeKnownNodes(nodes);
    const status = await read();
    expect(status.node).toMatchObject({ url: "http://10.0.0.2:9650/", candidates: nodes });
    expect(statusText(status).split("\n").slice(1, 4)).toEqual([
      `node http://10.0.0.2:9650/ answers (avalanchego/1.14.2, ${indexed.recording.network.nodeId})`,
      "node http://10.0.0.1:9650/ is not used: no answer",
      "node http://10.0.0.3:9650/ is ready too",
    ]);
  });

  it("says which servers keep the stores, and what each holds", () => {
    const servers: FirnStatus["store"]["servers"] = [
      { at: "db-1:5432/firn", role: "primary", version: "16.4" },
      { at: "db-2:5432/firn", role: "replica", version: "16.4", behindBytes: 2_500_000, lagMs: 40 },
      { at: "db-3:5432/firn", role: "replica", error: "no answer" },
      { at: "worker-1:5432", role: "worker", stores: ["primary", "evm/43114"] },
      { at: "worker-2:5432", role: "worker", stores: [] },
    ];
    const lines = statusText({ ...STATUS, store: { ...STATUS.store, servers } }).split("\n");
    expect(lines.slice(4)).toEqual([
      "database db-1:5432/firn, PostgreSQL 16.4",
      "replica db-2:5432/firn, PostgreSQL 16.4, 2.5 MB behind",
      "replica db-3:5432/firn does not answer: no answer",
      "server worker-1:5432 holds Primary Network, EVM chain 43114",
      "server worker-2:5432 holds nothing",
      "",
    ]);
  });

  it("says once what many chains lack", () => {
    const chains = Array.from({ length: 10 }, (_, i) => l1(100_001 + i));
    const lines = statusText({ ...STATUS, streams: [...STATUS.streams, ...chains] }).split("\n");
    expect(lines.slice(2, 4)).toEqual([
      "P/block    following, height 110, in sync with the node",
      "EVM 100001 following, height 7, in sync with the node (l1-100001)",
    ]);
    expect(lines.slice(-3)).toEqual([
      "EVM 100001, EVM 100002, EVM 100003, EVM 100004, EVM 100005 and 5 more: the node keeps no state of old blocks",
      "store 2.5 MB, schema 1",
      "",
    ]);
    expect(lines).toHaveLength(16);
  });

  it("counts chains that are well when there are very many, and names the others", () => {
    const error = { code: "NODE_UNREACHABLE", message: "no answer", at: 0 };
    const chains = Array.from({ length: 500 }, (_, i) => l1(i, i === 250 ? { error, behind: 3 } : {}));
    const lines = statusText({ ...STATUS, streams: [...STATUS.streams, ...chains] }).split("\n");
    expect(lines.slice(2, 6)).toEqual([
      "P/block  following, height 110, in sync with the node",
      "EVM 250  following, height 7, 3 behind the node (l1-250)",
      "         NODE_UNREACHABLE: no answer",
      "and 499 EVM chains in sync with the node",
    ]);
    expect(lines.length).toBeLessThan(10);
  });

  it("says what is indexed, how far, and from which node", () => {
    expect(statusText(STATUS).split("\n")).toEqual([
      "Firn 0.1.0 on network-54321 (network 54321), served as fuji",
      "node http://127.0.0.1:9650 answers (avalanchego/1.14.2, NodeID-x)",
      "P/block  following, height 110, in sync with the node",
      "store 2.5 MB, schema 1",
      "",
    ]);
  });

  it("says why a stream stands still and what to do", () => {
    const error = {
      code: "HEAD_MISMATCH",
      message: "parent differs at height 7",
      hint: "run firn reset",
      at: 0,
    };
    const streams: FirnStatus["streams"] = [
      { stream: "P/block", state: "stopped", behind: 4, updatedAt: 0, error },
    ];
    const text = statusText({ ...STATUS, streams, node: { reachable: false, error: "connection refused" } });
    expect(text).toContain("does not answer: connection refused");
    expect(text).toContain("P/block  stopped, nothing yet, 4 behind the node");
    expect(text).toContain("HEAD_MISMATCH: parent differs at height 7: run firn reset");
  });
});

it("says why one stream waits though the node answers others, and since when what it has is level", () => {
  const error = { code: "NODE_BAD_ANSWER", message: "the node gave a malformed container 7", at: 0 };
  const [p] = STATUS.streams;
  const waiting = { ...p, stream: "X/block", state: "waiting-for-node" as const, behind: 0, updatedAt: 0 };
  const lines = (status: Partial<FirnStatus>) => statusText({ ...STATUS, ...status }).split("\n");
  expect(lines({ streams: [...STATUS.streams, { ...waiting, error }] }).slice(1, 5)).toEqual([
    "node http://127.0.0.1:9650 answers (avalanchego/1.14.2, NodeID-x)",
    "P/block  following, height 110, in sync with the node",
    "X/block  waiting-for-node, height 110, in sync with the node when it last answered",
    "         NODE_BAD_ANSWER: the node gave a malformed container 7",
  ]);
  const away = lines({ streams: [{ ...waiting, error }], node: { reachable: false, error: "no answer" } });
  expect(away.slice(1, 4)).toEqual([
    "node  does not answer: no answer",
    "X/block  waiting-for-node, height 110, in sync with the node when it last answered",
    "store 2.5 MB, schema 1",
  ]);
});

describe("consoleLine", () => {
  it("says how the console is entered, or why it is not there and what to do", () => {
    expect(consoleLine({ state: "locked", signIn: "link", askedAtMs: 0 })).toBe(
      "admin console is on: sign in with a link from firn admin-link",
    );
    const reason = {
      code: "ADMIN_DISABLED",
      message: "the node has no /ext/admin",
      hint: "start it with one",
    };
    expect(consoleLine({ state: "off", signIn: "link", askedAtMs: 0, reason })).toBe(
      "admin console is off: the node has no /ext/admin: start it with one",
    );
    expect(consoleLine("no answer")).toBe("admin console does not answer: no answer");
  });
});

it("says when another Firn answers than the one of the data folder", async () => {
  const firn = await indexRecording("custom-network");
  onTestFinished(() => firn.close());
  const status = await openDataClient({ baseUrl: firn.url }).get(getStatus, { params: {} });
  expect(await otherFirnLine(status, firn.stores)).toBeUndefined();
  const other = testStores(join(firn.stores.place.folder, "other"));
  const words = `another Firn answers on this port: its store is not the one at ${other.whereIs("primary")}\n`;
  expect(await otherFirnLine(status, other)).toBe(words);
  await (await other.open("primary", { mode: "write", nowMs: 0 })).close();
  expect(await otherFirnLine(status, other)).toBe(words);
});
