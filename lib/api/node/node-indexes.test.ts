import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { parseId } from "../../avalanche/ids";
import { openDataClient } from "../../client/data";
import { openNode } from "../../client/node";
import { findContainers, getIndexes } from "../../contract/firn/indexes";
import { INDEX_NAMES, type IndexName } from "../../contract/node/index";
import { type DevnetOptions, serveDevnet } from "../../devnet/serve";
import { startApi } from "../../testbed/api";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

/** Firn's answers about the node's indexes: complete, with gaps, switched off, and while the node is unreachable. */

const folder = mkdtempSync(join(tmpdir(), "firn-indexes-"));
const closing: (() => Promise<void>)[] = [];
let indexed: IndexedRecording;
beforeAll(async () => {
  indexed = await indexRecording("custom-network");
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await indexed.close();
  rmSync(folder, { recursive: true });
});

let nowMs = Date.now();

/** An API over the store of the whole recording, with a node. */
async function serveApiBeside(nodeUrl: string | undefined): Promise<string> {
  const api = await startApi({
    stores: indexed.stores,
    nowMs: () => nowMs,
    node: nodeUrl === undefined ? undefined : openNode(nodeUrl),
  });
  closing.push(api.close);
  return api.url;
}

const serveBeside = async (nodeUrl: string | undefined) =>
  openDataClient({ baseUrl: await serveApiBeside(nodeUrl) });

async function serveNode(options: Partial<DevnetOptions>) {
  const devnet = await serveDevnet({ recording: indexed.recording, port: 0, ...options });
  closing.push(devnet.close);
  return devnet;
}

const readIndexes = async (client: Awaited<ReturnType<typeof serveBeside>>) => {
  const { indexes } = await client.get(getIndexes, { params: {} });
  return Object.fromEntries(indexes.map((index) => [index.name, index]));
};

const recorded = (name: IndexName, at: number) => {
  const container = indexed.recording.containers[name].at(at);
  if (container === undefined) throw new Error(`nothing recorded at ${at} of ${name}`);
  return container;
};

describe("a node whose index was always on", () => {
  let beside: Promise<string>;
  beforeAll(() => {
    beside = serveApiBeside(indexed.nodeUrl);
  });

  test("has every block, and tells live blocks from bootstrapped ones", async () => {
    const indexes = await readIndexes(await serveBeside(indexed.nodeUrl));
    expect(Object.keys(indexes)).toEqual([...INDEX_NAMES]);
    for (const name of ["P/block", "X/block", "C/block"] as const) {
      const { length } = indexed.recording.containers[name];
      expect(indexes[name]).toMatchObject({
        answer: "serving",
        nodeHead: { number: length - 1, height: length },
        stored: length,
        storedHeight: length,
        missing: 0,
        gaps: [],
      });
      const parts = indexes[name]?.parts ?? [];
      expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([1, length]);
    }
    expect(indexes["X/vtx"]).toMatchObject({ answer: "empty", stored: 0, parts: [] });
  });

  test("is asked for a number of any index, and for an id in any form", async () => {
    const client = await serveBeside(indexed.nodeUrl);
    const find = async (container: string, index?: IndexName) =>
      (await client.get(findContainers, { params: { container }, query: { index } })).containers;
    const atSeven = await find("7");
    expect(atSeven.map(({ index }) => index)).toEqual(expect.arrayContaining(["C/block", "P/block"]));
    for (const one of atSeven) {
      const { id } = one.index === "X/tx" ? { id: one.containerId } : recorded(one.index, 7);
      expect(one).toMatchObject({ number: 7, containerId: id, isIdRight: true, isStored: true });
      expect(one).not.toHaveProperty("bytes");
    }
    const { id, bytes, timestamp } = recorded("C/block", 7);
    for (const name of [id, toHex(parseId(id))]) {
      const [one, ...others] = await find(name);
      expect(others).toEqual([]);
      expect(one).toMatchObject({ index: "C/block", number: 7, height: 8, bytes });
      expect(one?.sizeBytes).toBe(fromHex(bytes).length);
      expect(Number(BigInt(one?.acceptedAtNs ?? 0) / 1_000_000n)).toBe(Date.parse(timestamp));
    }
    expect(await find("7", "C/block")).toMatchObject([{ containerId: id, bytes }]);
  });

  test.each([
    ["nope", 400, "container must be a number from 0 to 9007199254740991, or the id of a container"],
    ["-1", 400, "container must be a number"],
    ["9007199254740992", 400, "container must be a number"],
    ["..%2f..%2fext%2fadmin", 400, "container must be a number"],
    ["7?index=C/tx", 400, "index must be one of C/block, P/block, X/tx, X/block, X/vtx"],
    ["9007199254740991", 404, "none of the node's indexes has a container 9007199254740991"],
    ["109?index=X/block", 404, "the node's X/block index has no container 109"],
    [`0x${"ab".repeat(32)}`, 404, "this path takes container ids"],
  ])("refuses %s with %i and what to do", async (path, status, message) => {
    const response = await fetch(`${await beside}/firn/v1/indexes/containers/${path}`);
    expect([response.status, (await response.json()).message]).toEqual([
      status,
      expect.stringContaining(message),
    ]);
  });
});

test("a node whose index was off for a while shows which blocks are missing and when they were accepted", async () => {
  const dataDir = join(folder, "holes");
  const run = async (blocks: number, options: Partial<DevnetOptions>) => {
    const devnet = await serveDevnet({
      recording: indexed.recording,
      port: 0,
      acceptance: "manual",
      dataDir,
      allowIncompleteIndex: true,
      ...options,
    });
    while (devnet.accepted().P < blocks) devnet.acceptNext();
    return devnet;
  };
  await (await run(3, { indexEnabled: false })).close();
  await (await run(20, {})).close();
  await (await run(31, { indexEnabled: false })).close();
  const node = await run(50, {});
  const client = await serveBeside(node.url);
  const { "P/block": p } = await readIndexes(client);
  const acceptedMs = (at: number) => Date.parse(recorded("P/block", at - 1).timestamp);
  expect(p).toMatchObject({ answer: "serving", nodeHead: { height: 50 }, missing: 14 });
  expect(p?.gaps).toEqual([
    { from: 1, to: 3, beforeMs: acceptedMs(4) },
    { from: 21, to: 31, afterMs: acceptedMs(20), beforeMs: acceptedMs(32) },
  ]);
  expect(p?.nodeHead?.number).toBe(50 - 14 - 1);
  // Known gaps stay, and blocks accepted later are searched from there.
  while (node.accepted().P < 52) node.acceptNext();
  nowMs += 3_000;
  const { "P/block": later } = await readIndexes(client);
  expect(later).toMatchObject({ nodeHead: { number: 37, height: 52 }, missing: 14, gaps: p?.gaps });
  // A new database at the same URL has no gap any more.
  await node.close();
  const fresh = await serveNode({ port: node.port });
  expect(fresh.url).toBe(node.url);
  nowMs += 3_000;
  expect((await readIndexes(client))["P/block"]).toMatchObject({ missing: 0, gaps: [] });
});

test("a node without index gets a hint what it would add, and what is stored stays", async () => {
  const node = await serveNode({ indexEnabled: false });
  const client = await serveBeside(node.url);
  const indexes = await readIndexes(client);
  for (const name of INDEX_NAMES)
    expect(indexes[name]).toMatchObject({
      answer: "off",
      fault: { code: "INDEX_DISABLED", hint: expect.stringContaining("--index-enabled") },
    });
  expect(indexes["P/block"]).toMatchObject({ stored: 110, storedHeight: 110, nodeHead: { number: 109 } });
  await expect(client.get(findContainers, { params: { container: "7" } })).rejects.toThrow(
    "Firn reads blocks by height instead; with --index-enabled=true it also shows proposers and acceptance times",
  );
});

test("an unreachable node is never taken for an empty one", async () => {
  const gone = await serveDevnet({ recording: indexed.recording, port: 0 });
  await gone.close();
  for (const url of [gone.url, undefined]) {
    const client = await serveBeside(url);
    const { "C/block": c } = await readIndexes(client);
    expect(c).toMatchObject({ answer: "away", fault: { code: "NODE_UNREACHABLE" }, stored: 202 });
    await expect(client.get(findContainers, { params: { container: "7" } })).rejects.toMatchObject({
      status: expect.toSatisfy((status: number) => status >= 500),
    });
  }
});
