import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toHex } from "../../avalanche/codec/bytes";
import { formatId } from "../../avalanche/ids";
import type { XTx } from "../../avalanche/x/txs";
import { decodeVertex } from "../../avalanche/x/vertex";
import { openDataClient } from "../../client/data";
import { getLastActivityTimestampByAddresses } from "../../contract/data/primary-network-activity";
import { getBalancesByAddresses } from "../../contract/data/primary-network-balances";
import {
  getXChainTransaction,
  listXChainTransactions,
} from "../../contract/data/primary-network-transactions";
import {
  getVertexByHash,
  getVertexByHeight,
  listLatestXChainVertices,
} from "../../contract/data/primary-network-vertices";
import { listAddressBalances } from "../../contract/firn/balances";
import { getContainer } from "../../contract/firn/containers";
import { search } from "../../contract/firn/search";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";
import { addGraph, continueCChain, type Graph, linearizeAt } from "../../testbed/x-graph";

const params = { network: "fuji", blockchainId: "x-chain" };

/** When the X-Chain gets its first block. The C-Chain goes on after the recording with a block every 30 s. */
const LINEAR = Date.UTC(2026, 10, 21, 5, 30);
/** The node has been live for hours. */
const LIVE = Date.UTC(2026, 10, 21, 4);
/** C-Chain blocks are accepted live, but only since a moment: the node may still catch up elsewhere. */
const DOUBTFUL = Date.UTC(2026, 10, 21, 1, 30);
/** The node is live, but long after the X-Chain's first block: no transaction of the graph is so young. */
const LATE = Date.UTC(2026, 10, 21, 12);

interface IndexedGraph extends Graph {
  firn: IndexedRecording;
}

async function indexGraph(acceptedAtMs: number): Promise<IndexedGraph> {
  let graph: Graph | undefined;
  const firn = await indexRecording("custom-network", {
    alter(recording) {
      graph = addGraph(recording, acceptedAtMs);
      continueCChain(recording, LATE + 3_600_000);
      linearizeAt(recording, graph, LINEAR);
    },
  });
  if (graph === undefined) throw new Error("the recording was altered");
  const store = await firn.stores.open("primary", { mode: "read" });
  const has = async (stream: string, count: number) =>
    ((await readCheckpoint(store.db, stream))?.next_index ?? 0) >= count;
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(20))
    if ((await has("X/tx", 3)) && (await has("X/vtx", 4))) break;
  await store.close();
  return { ...graph, firn };
}

let indexed: IndexedRecording;
let txs: XTx[];
let vertices: Graph["vertices"];

const client = () => openDataClient({ baseUrl: indexed.url });
const idOf = (index: number) => formatId(txs[index]?.txId ?? new Uint8Array());
const vertexOf = (index: number) => vertices[index]?.id ?? "";

/** Ids of a list, its first page. */
async function list(query: object): Promise<string[]> {
  const page = await client().get(listXChainTransactions, { params, query });
  return page.transactions.map(({ txHash }) => txHash);
}

async function ownerOf(index: number): Promise<string> {
  const tx = await client().get(getXChainTransaction, { params: { ...params, txHash: idOf(index) } });
  return tx.emittedUtxos[0]?.addresses[0] ?? "";
}

/** Numbers of the graph's transactions that a filter by time finds, in both orders; `start` and `end` in ms. */
async function found(start: number | undefined, end: number | undefined): Promise<number[]> {
  const times = {
    ...(start !== undefined && { startTimestamp: start / 1000 }),
    ...(end !== undefined && { endTimestamp: end / 1000 }),
  };
  const ofGraph = (ids: string[]) => [0, 1, 2].filter((index) => ids.includes(idOf(index)));
  const query = { addresses: await ownerOf(0), ...times, pageSize: 100 };
  const newest = await list(query);
  const oldest = await list({ ...query, sortOrder: "asc" });
  expect(newest).toEqual(oldest.toReversed());
  const walked: string[] = [];
  for (let pageToken: string | undefined; ; ) {
    const page = await client().get(listXChainTransactions, {
      params,
      query: { ...query, pageSize: 1, pageToken },
    });
    walked.push(...page.transactions.map(({ txHash }) => txHash));
    pageToken = page.nextPageToken;
    if (pageToken === undefined) break;
  }
  expect(walked).toEqual(newest);
  return ofGraph(newest);
}

async function useGraph(acceptedAtMs: number): Promise<void> {
  const graph = await indexGraph(acceptedAtMs);
  ({ txs, vertices, firn: indexed } = graph);
}

/**
 * Every change of an owner's balance: in which of them it is known. The balance is that of its moment, and where it is not
 * known that moment's is refused.
 */
async function compareChanges(): Promise<boolean[]> {
  const address = await ownerOf(0);
  const { points } = await client().get(listAddressBalances, {
    params: { address },
    query: { chain: "x", timeInterval: "change", pageSize: 1_000 },
  });
  for (const { timestamp, balance } of points) {
    const query = { addresses: address, blockTimestamp: timestamp };
    const asked = client().get(getBalancesByAddresses, { params, query });
    if (balance === undefined) {
      await expect(asked).rejects.toMatchObject({ code: "BAD_PARAMETER" });
      continue;
    }
    const { balances } = await asked;
    const { unlocked = [], locked = [] } = balances as Partial<
      Record<string, { symbol: string; amount: string }[]>
    >;
    const avax = [...unlocked, ...locked].filter(({ symbol }) => symbol === "AVAX");
    expect(balance).toBe(String(avax.reduce((sum, { amount }) => sum + BigInt(amount), 0n)));
  }
  return points.map(({ balance }) => balance !== undefined);
}

describe("built vertices (none is recorded), accepted while the node was live", () => {
  beforeAll(() => useGraph(LIVE));
  afterAll(() => indexed.close());

  test("change a balance over time when they were accepted", async () => {
    const known = await compareChanges();
    expect(known.length).toBeGreaterThan(2);
    expect(known).not.toContain(false);
  });

  test("count for balances of a moment from their acceptance on", async () => {
    const owner = await ownerOf(0);
    /** By asset, what the address has at a moment, in unix ms. */
    const balanceAt = async (ms: number) => {
      const query = { addresses: owner, blockTimestamp: ms / 1_000 };
      const { balances } = await client().get(getBalancesByAddresses, { params, query });
      const { unlocked = [] } = balances as { unlocked?: { assetId: string; amount: string }[] };
      return new Map(unlocked.map(({ assetId, amount }) => [assetId, BigInt(amount)]));
    };
    const before = await balanceAt(LIVE - 1_000);
    for (const index of [0, 1, 2]) {
      const { emittedUtxos } = await client().get(getXChainTransaction, {
        params: { ...params, txHash: idOf(index) },
      });
      const own = emittedUtxos.filter(({ addresses }) => addresses.includes(owner));
      expect(own.length).toBeGreaterThan(0);
      for (const { asset } of own)
        before.set(asset.assetId, (before.get(asset.assetId) ?? 0n) + BigInt(asset.amount));
      expect(await balanceAt(LIVE + index * 10_000)).toEqual(before);
      expect(await balanceAt(LIVE + index * 10_000 + 9_000)).toEqual(before);
    }
  });

  test("are listed newest first, by height in both orders, and found by id", async () => {
    const hashes: string[] = [];
    for (let pageToken: string | undefined; ; ) {
      const page = await client().get(listLatestXChainVertices, {
        params,
        query: { pageSize: 3, pageToken },
      });
      hashes.push(...page.vertices.map(({ vertexHash }) => vertexHash));
      pageToken = page.nextPageToken;
      if (pageToken === undefined) break;
    }
    expect(hashes).toEqual(vertices.map(({ id }) => id).reverse());
    for (const [sortOrder, expected] of [
      ["asc", [1, 2]],
      ["desc", [2, 1]],
    ] as const) {
      const query = { vertexHeight: 1, sortOrder };
      const list = await client().get(getVertexByHeight, { params, query });
      expect(list.vertices.map(({ vertexHash }) => vertexHash)).toEqual(expected.map(vertexOf));
    }
    const [one, stop] = await Promise.all(
      [1, 3].map((index) =>
        client().get(getVertexByHash, { params: { ...params, vertexHash: vertexOf(index) } }),
      ),
    );
    expect(one).toEqual({
      vertexHash: vertexOf(1),
      parentHashes: [vertexOf(0)],
      vertexHeight: 1,
      vertexIndex: 1,
      vertexTimestamp: LIVE / 1000 + 10,
      txCount: 1,
      transactions: [idOf(1)],
      vertexSizeBytes: vertices[1]?.bytes.length,
    });
    expect(stop).toMatchObject({ txCount: 0, transactions: [], vertexHeight: 2 });
  });

  test("contain transactions without a block, with the time of their acceptance", async () => {
    const tx = await client().get(getXChainTransaction, { params: { ...params, txHash: idOf(1) } });
    expect(tx).toMatchObject({ chainFormat: "non-linear", timestamp: LIVE / 1000 + 10, memo: "0x02" });
    expect("vertices" in tx && tx.vertices).toEqual([
      { hash: vertexOf(0), height: 0, timestamp: LIVE / 1000 },
      { hash: vertexOf(1), height: 1, timestamp: LIVE / 1000 + 10 },
    ]);
    expect(tx).not.toHaveProperty("blockHeight");
    // The output it consumes was created where nothing is indexed, so its time is unknown.
    expect(tx.consumedUtxos).toMatchObject([{ consumingTxHash: idOf(1) }]);
    expect(tx.consumedUtxos[0]).not.toHaveProperty("timestamp");
  });

  test("come before every block in lists, and times narrow them", async () => {
    expect((await list({ sortOrder: "asc", pageSize: 4 })).slice(0, 3)).toEqual([0, 1, 2].map(idOf));
    expect(await list({ before: idOf(2), pageSize: 4 })).toEqual([idOf(1), idOf(0)]);
    for (const [start, end, expected] of [
      [0, 10_000, [0]],
      [0, 11_000, [0, 1]],
      [10_000, 30_000, [1, 2]],
      [21_000, 30_000, []],
    ] as const)
      expect(await found(LIVE + start, LIVE + end)).toEqual(expected);
    expect(await found(undefined, LIVE + 11_000)).toEqual([0, 1]);
    expect(await found(LIVE + 10_000, undefined)).toEqual([1, 2]);
    expect(await found(undefined, undefined)).toEqual([0, 1, 2]);
  });

  test("give outputs their times, and balances of any moment", async () => {
    const tx = await client().get(getXChainTransaction, { params: { ...params, txHash: idOf(0) } });
    expect(tx.emittedUtxos.map(({ timestamp }) => timestamp)).toContain(LIVE / 1000);
    const balanceAt = async (ms: number) => {
      const query = { addresses: await ownerOf(0), blockTimestamp: ms / 1000 };
      const { balances } = await client().get(getBalancesByAddresses, { params, query });
      return "unlocked" in balances
        ? balances.unlocked.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
        : 0n;
    };
    const mine = (index: number) => balanceAt(LIVE + index * 10_000);
    const before = await mine(-1);
    const first = await mine(0);
    const second = await mine(1);
    const third = await mine(2);
    expect(first).toBeGreaterThan(before);
    expect([second - first, third - second]).toEqual([first - before, first - before]);
  });

  test("are containers of their own, found by id and by their transactions", async () => {
    const own = await client().get(getContainer, { params: { chain: "x", id: vertexOf(0) } });
    expect(own).toMatchObject({ stream: "X/vtx", index: 0, height: 0, blockId: vertexOf(0) });
    const bytes = vertices[0]?.bytes ?? new Uint8Array();
    expect(own.bytes).toBe(toHex(bytes));
    const byTx = await client().get(getContainer, { params: { chain: "x", id: idOf(1) } });
    expect(byTx).toEqual({
      ...own,
      txIndex: decodeVertex(bytes).content?.txs.findIndex((tx) => formatId(tx.txId) === idOf(1)),
    });
    for (const [q, detail] of [
      [vertexOf(2), "At height 1 of the graph"],
      [idOf(2), "From before Cortina"],
    ] as const) {
      const { readings } = await client().get(search, { params: {}, query: { q } });
      expect(readings).toMatchObject([{ found: "yes", chain: "x", detail: expect.stringContaining(detail) }]);
    }
  });
});

describe.each([
  ["before the node had certainly caught up, though its other chains looked live", DOUBTFUL],
  ["after the X-Chain had its first block", LATE],
] as const)("built vertices that the node accepted %s", (_, acceptedAt) => {
  beforeAll(() => useGraph(acceptedAt));
  afterAll(() => indexed.close());

  test("have no time, nor has anything in them, in either dialect's sense", async () => {
    for (const index of [0, 1, 2]) {
      const txParams = { ...params, txHash: idOf(index) };
      const tx = await client().get(getXChainTransaction, { params: txParams });
      expect(tx).toMatchObject({ chainFormat: "non-linear" });
      expect(JSON.stringify(tx)).not.toMatch(/timestamp/i);
      const url = `${indexed.url}/v1/networks/fuji/blockchains/x-chain/transactions/${idOf(index)}`;
      const sdk = await (await fetch(url, { headers: { "x-firn-dialect": "sdk" } })).json();
      expect(sdk.timestamp).toBe(0);
      const outputs: { timestamp: number }[] = sdk.emittedUtxos;
      expect(outputs.length).toBeGreaterThan(0);
      expect(outputs.every(({ timestamp }) => timestamp === 0)).toBe(true);
    }
    const { vertices: listed } = await client().get(listLatestXChainVertices, { params });
    expect(listed).toHaveLength(4);
    expect(JSON.stringify(listed)).not.toMatch(/timestamp/i);
    const container = await client().get(getContainer, { params: { chain: "x", id: vertexOf(1) } });
    expect(container).not.toHaveProperty("liveTimestamp");
    expect(container.acceptedAtNs).toBe(`${acceptedAt + 10_000}000000`);
  });

  test("keep their place in lists, which times narrow by what is certain", async () => {
    expect((await list({ sortOrder: "asc", pageSize: 4 })).slice(0, 3)).toEqual([0, 1, 2].map(idOf));
    expect(await found(undefined, undefined)).toEqual([0, 1, 2]);
    expect(await found(0, undefined)).toEqual([0, 1, 2]);
    // All of the graph is from before the first block.
    expect(await found(undefined, LINEAR + 1_000)).toEqual([0, 1, 2]);
    const certainly = [0, 1, 2].filter((index) => acceptedAt + index * 10_000 < DOUBTFUL + 11_000);
    expect(await found(undefined, DOUBTFUL + 11_000)).toEqual(certainly);
    expect(await found(acceptedAt, undefined)).toEqual([]);
    expect(await found(acceptedAt, acceptedAt + 30_000)).toEqual([]);
  });

  test("leave balances of a moment within the graph unknown, not those of now or after it", async () => {
    const addresses = await ownerOf(0);
    const ask = (query: object) =>
      client().get(getBalancesByAddresses, { params, query: { addresses, ...query } });
    await expect(ask({ blockTimestamp: DOUBTFUL / 1000 })).rejects.toMatchObject({ code: "BAD_PARAMETER" });
    const after = await ask({ blockTimestamp: LINEAR / 1000 });
    expect(after).toEqual(await ask({}));
  });

  test("leave a balance over time unknown only where that of its moment is", async () => {
    const known = await compareChanges();
    // All that is accepted after the first block counts as before it.
    expect(known.includes(false)).toBe(acceptedAt < LINEAR);
    const address = await ownerOf(0);
    const { points } = await client().get(listAddressBalances, {
      params: { address },
      query: { chain: "x" },
    });
    expect(points[0]?.balance).toBeDefined();
  });

  test("are named with a time unknown where an address was last active", async () => {
    const query = { addresses: await ownerOf(0) };
    const last = await client().get(getLastActivityTimestampByAddresses, { params, query });
    const tx = await client().get(getXChainTransaction, { params: { ...params, txHash: last.txHash } });
    expect(last.timestamp).toBe(tx.timestamp);
  });
});
