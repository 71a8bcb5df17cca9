import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatAddress } from "../../avalanche/ids";
import { openDataClient } from "../../client/data";
import { getAcceptance } from "../../contract/firn/acceptance";
import { getContainer } from "../../contract/firn/containers";
import { getHealth, getOpenApi } from "../../contract/firn/health";
import { search } from "../../contract/firn/search";
import { getStatus } from "../../contract/firn/status";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

/** Firn's own routes over a recording, requested through the web's client. */

const TX = "2VJpCre4PSxHrQKT8ndc7Gkr2DocvEPm3QCkYZcgxWxEjo6KPB";
const X_TX = "2kABiJBHYqRNmX8Dhkz7MXwXCARbr8UZpuLUFkYyV3xUtvVR87";
const X_ASSET = "7rJNYyigpwGXNDbMSNyVZ4c7TXbkBeACTGQAYb15te2n7bsmP";
const ATOMIC_TX = "2346N2CVnrWHX7Dnfj7czCPuuUQ7pu8En9owfPEoyRZL7HEivW";
const ACCOUNT = "0x1D813260280Edc736dDd3F0cc1F90a794Ec41377";
const NODE = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";
const SUBNET = "ZtpFPCFYPHCqu9581pKgL8x9bfqUGhw8WbKaixCSJsCj6Pxfd";
const BLOCKCHAIN = "2bnHeCSQXwcFbXRdPKUFrVSpV7XwsHiFxAji79WpqHbzETSG7F";
const VALIDATION = "rnjiYAwaHpWnHYwXysUYz4pNmZR4DG1BvkD2o2EpZdiEhRztG";
const L1_NODE = "NodeID-BUec3kNHeJ9UqwHrQpZkzsUikeaDb1mVi";
const ALICE = "custom1srhuvfs0r6yn7jyz73pwsj0m06ewehv36puvmj";
const HEAD = 110;

let indexed: IndexedRecording;
beforeAll(async () => {
  indexed = await indexRecording("custom-network", { nodeUrl: "http://127.0.0.1:9650" });
});
afterAll(() => indexed.close());

const client = () => openDataClient({ baseUrl: indexed.url });

test("the status has the network, the node and what is indexed", async () => {
  const readStatus = () => client().get(getStatus, { params: {} });
  // All is indexed by now, except perhaps the graph's transactions.
  await expect
    .poll(async () => (await readStatus()).streams.map(({ behind }) => behind))
    .toEqual([0, 0, 0, 0, 0]);
  const status = await readStatus();
  const { network } = indexed.recording;
  expect(status.network).toMatchObject({ id: 54321, hrp: "custom", servedAs: "fuji" });
  expect(status.node).toMatchObject({
    url: "http://127.0.0.1:9650",
    reachable: true,
    nodeId: network.nodeId,
  });
  expect(status.streams).toMatchObject([
    { stream: "P/block", nodeHead: HEAD - 1, indexedHead: { index: HEAD - 1, height: HEAD }, behind: 0 },
    { stream: "X/block", nodeHead: 61, indexedHead: { index: 61, height: 62 }, behind: 0 },
    { stream: "X/tx", behind: 0 },
    { stream: "X/vtx", behind: 0 },
    { stream: "C/block", nodeHead: 201, indexedHead: { index: 201, height: 202 }, behind: 0 },
  ]);
  const [stream] = status.streams;
  const last = indexed.recording.containers["P/block"]?.at(-1);
  expect(stream?.indexedHead?.containerId).toBe(last?.id);
  expect(stream?.acceptanceLagMs?.median).toBeLessThanOrEqual(stream?.acceptanceLagMs?.p95 ?? -1);
  expect(stream?.notAcceptedLive).toBe(0);
  expect(status.network.genesisKnown).toBe(true);
  // The recording's end, and its longest pause.
  expect(stream?.pace).toMatchObject({ usualMs: 1_000, newestAt: Date.parse("2026-11-21T01:01:13.023Z") });
  expect(status.node.healthy).toBeUndefined();
  expect(status.store.sizeBytes).toBeGreaterThan(100_000);
});

test("an indexer without a heartbeat is reported as gone, whatever its last status", async () => {
  let laterMs = 0;
  const left = await indexRecording("custom-network", { nowMs: () => Date.now() + laterMs });
  try {
    const status = async () => openDataClient({ baseUrl: left.url }).get(getStatus, { params: {} });
    await left.stopIndexer();
    const before = await status();
    expect(before.streams.every(({ error }) => error === undefined)).toBe(true);
    laterMs = 60_000;
    for (const { state, error } of (await status()).streams) {
      expect(state).toBe("stopped");
      expect(error).toMatchObject({ code: "INDEXER_AWAY", hint: expect.stringContaining("firn index") });
    }
    // Reading and writing, as published, then reading alone.
    const health = async (path: string) => (await fetch(left.url + path)).json();
    const down = { database: { status: "down" } };
    expect(await health("/v1/health-check")).toEqual({
      status: "error",
      info: {},
      error: down,
      details: down,
    });
    expect(await health("/v1/live-check")).toMatchObject({ status: "ok" });
  } finally {
    await left.close();
  }
});

test("acceptance gives the newest blocks, oldest first, with the node's own times", async () => {
  const { points } = await client().get(getAcceptance, { params: {}, query: { limit: 5 } });
  expect(points.map(({ height }) => height)).toEqual([106, 107, 108, 109, 110]);
  for (const point of points) {
    const accepted = Date.parse(indexed.recording.containers["P/block"]?.[point.height - 1]?.timestamp ?? "");
    expect(Math.abs(accepted - point.time * 1000 - point.lagMs)).toBeLessThan(1);
  }
  for (const [chain, newest] of [
    ["x", 62],
    ["c", 202],
  ] as const) {
    const { points } = await client().get(getAcceptance, { params: {}, query: { chain, limit: 2 } });
    expect(points.map(({ height }) => height)).toEqual([newest - 1, newest]);
  }
});

test("older pages of acceptance have every block once, also from a height on", async () => {
  const heights: number[] = [];
  let pageToken: string | undefined;
  do {
    const query = { limit: 7, ...(pageToken && { pageToken }) };
    const page = await client().get(getAcceptance, { params: {}, query });
    heights.unshift(...page.points.map(({ height }) => height));
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
  expect(heights).toEqual(
    Array.from({ length: heights.length }, (_, index) => 110 - heights.length + 1 + index),
  );
  expect(heights.length).toBeGreaterThan(100);
  const { points } = await client().get(getAcceptance, { params: {}, query: { before: 50, limit: 3 } });
  expect(points.map(({ height }) => height)).toEqual([47, 48, 49]);
});

test("the health check and the OpenAPI document answer", async () => {
  expect(await client().get(getHealth, { params: {} })).toEqual({ status: "ok", version: "0.0.0" });
  expect(await client().get(getOpenApi, { params: {} })).toMatchObject({ openapi: "3.1.0" });
});

describe("search", () => {
  const other = formatAddress("fuji", new Uint8Array(20).fill(1));
  const nobody = formatAddress("custom", new Uint8Array(20).fill(1));

  test.each([
    ["110", "yes", "/p/block/110", "1 transaction"],
    ["1 1_0", "yes", "/p/block/110", "1 transaction, 21 Nov 2026"],
    ["62", "yes", "/p/block/62", "21 Nov 2026"],
    ["203", "impossible", undefined, "The newest is 110"],
    ["99999999999999999999999", "impossible", undefined, "The newest is 110"],
    ["0", "yes", "/p/block/0", "The genesis, 13 Aug 2026"],
    [TX, "yes", `/p/tx/${TX}`, "In block 1"],
    [`${TX.slice(0, -1)}C`, "impossible", undefined, "checksum does not match"],
    [
      "2YYCZGHjqnbw1MzQ5fGrTp3SjqUu8y1J1xeW4yuhdXe4LoUVVG",
      "no",
      undefined,
      "Not a block, container or transaction of P, X or C",
    ],
    [`0x${"ab".repeat(32)}`, "no", undefined, "Not a block"],
    [X_TX, "yes", `/x/tx/${X_TX}`, "In block 1"],
    [X_ASSET, "yes", `/x/tx/${X_ASSET}`, "In block 2"],
    [ATOMIC_TX, "yes", `/c/tx/${ATOMIC_TX}`, "In block 61"],
    [ALICE, "yes", `/address/${ALICE}`, "the P-Chain, the X-Chain, the C-Chain (atomic)"],
    [`p-${ALICE}`, "yes", `/address/${ALICE}`, "P-Chain"],
    [nobody, "no", undefined, "No transaction has touched it"],
    [other, "impossible", undefined, "addresses here begin with custom1"],
    [`${ALICE.slice(0, -1)}q`, "impossible", undefined, "checksum does not match"],
    [NODE, "yes", `/validator/${NODE}`, "Validator"],
    [L1_NODE, "yes", `/validator/${L1_NODE}`, "Validator of an L1"],
    [VALIDATION, "yes", `/validation/${VALIDATION}`, `Of ${L1_NODE}`],
    ["NodeID-111111111111111111116DBWJs", "no", undefined, "No staking transaction names it"],
    [`${NODE.slice(0, -1)}h`, "impossible", undefined, "checksum does not match"],
    ["NodeID-abc", "no", undefined, "Nothing here begins like this"],
    [ACCOUNT, "yes", `/address/${ACCOUNT}?chain=c`, "the C-Chain (atomic)"],
    ["0x0000000000000000000000000000000000000001", "not-indexed", undefined, "No EVM chain"],
    ["hello", "impossible", undefined, "Not a height, hash, id, address, NodeID or known name"],
    ["<script>", "impossible", undefined, "Not a height"],
  ])("%s is found: %s", async (q, found, href, detail) => {
    const { readings } = await client().get(search, { params: {}, query: { q } });
    expect(readings[0]).toMatchObject({ found, detail: expect.stringContaining(detail) });
    expect(readings[0]?.href).toEqual(href);
    // An address is not an id with a wrong checksum, nor the other way round.
    if (found === "impossible") expect(readings.every((one) => one.found === found)).toBe(true);
  });

  const hrefsOf = async (q: string) =>
    (await client().get(search, { params: {}, query: { q } })).readings.map(({ kind, href }) => [kind, href]);

  test("a height is looked up on every chain", async () => {
    expect(await hrefsOf("61")).toEqual(["p", "x", "c"].map((chain) => ["block", `/${chain}/block/61`]));
  });

  test("a subnet and a blockchain are found along with the transactions that created them", async () => {
    expect(await hrefsOf(SUBNET)).toEqual([
      ["transaction", `/p/tx/${SUBNET}`],
      ["subnet", `/l1/${SUBNET}`],
    ]);
    expect(await hrefsOf(BLOCKCHAIN)).toEqual([
      ["transaction", `/p/tx/${BLOCKCHAIN}`],
      ["blockchain", `/l1/${SUBNET}`],
    ]);
  });

  test.each(["p", "x", "c"] as const)(
    "every block of %s is found by its own id and by its container's",
    async (chain) => {
      const stream = `${chain.toUpperCase()}/block` as "P/block" | "X/block" | "C/block";
      for (const { id, index } of indexed.recording.containers[stream]?.slice(0, 20) ?? []) {
        const container = await client().get(getContainer, { params: { chain, id } });
        for (const q of [id, container.blockId]) {
          const { readings } = await client().get(search, { params: {}, query: { q } });
          expect(readings[0]?.href).toBe(`/${chain}/block/${index + 1}`);
        }
      }
    },
  );
});
