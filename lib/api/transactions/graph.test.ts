import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { formatId, parseId } from "../../avalanche/ids";
import { decodeContainer } from "../../avalanche/proposer/proposervm";
import { decodeXBlock } from "../../avalanche/x/block";
import { decodeXTx, encodeXTx, type XTx } from "../../avalanche/x/txs";
import { decodeVertex, encodeVertex } from "../../avalanche/x/vertex";
import { openDataClient } from "../../client/data";
import {
  getXChainTransaction,
  listXChainTransactions,
} from "../../contract/data/primary-network-transactions";
import {
  getVertexByHash,
  getVertexByHeight,
  listLatestXChainVertices,
} from "../../contract/data/primary-network-vertices";
import { getContainer } from "../../contract/firn/containers";
import { search } from "../../contract/firn/search";
import type { Recording } from "../../devnet/recording";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

/**
 * The X-Chain before Cortina: vertices, and transactions accepted one by one. No recorded network has any, so these are
 * built from a real transaction: with other memos, and inputs that no transaction created.
 */

const params = { network: "fuji", blockchainId: "x-chain" };
const OLD = Date.UTC(2021, 0, 1);

let indexed: IndexedRecording;
let txs: XTx[];
let vertices: { id: string; bytes: Uint8Array }[];

function makeGraph(recording: Recording): void {
  const first = recording.containers["X/block"]?.[0];
  const model = decodeXBlock(decodeContainer(fromHex(first?.bytes ?? ""), "x").inner).txs[0];
  if (model?.txType !== "BaseTx") throw new Error("the first X block of the recording holds a BaseTx");
  const { base } = model.unsigned;
  txs = [1, 2, 3].map((memo) =>
    decodeXTx(
      encodeXTx({
        ...model,
        unsigned: {
          base: {
            ...base,
            memo: new Uint8Array([memo]),
            inputs: base.inputs.map((input) => ({ ...input, txId: new Uint8Array(32).fill(memo) })),
          },
        },
      }),
    ),
  );
  const chainId = parseId(recording.network.xChainId);
  const [a, b, c] = txs;
  if (a === undefined || b === undefined || c === undefined) throw new Error("three were built");
  const bytes: Uint8Array[] = [];
  const add = (height: bigint, content: XTx[] | undefined) => {
    const parents = bytes.slice(-1).map((parent) => decodeVertex(parent).vertexId);
    const vertex = { vertexId: new Uint8Array(32), chainId, height, parentIds: parents };
    bytes.push(
      encodeVertex(content === undefined ? vertex : { ...vertex, content: { epoch: 0, txs: content } }),
    );
  };
  add(0n, [a, b]);
  add(1n, [b]);
  add(1n, [c]);
  add(2n, undefined);
  vertices = bytes.map((each) => ({ id: formatId(decodeVertex(each).vertexId), bytes: each }));
  const accepted = (id: string, each: Uint8Array, index: number) => ({
    id,
    bytes: toHex(each),
    timestamp: new Date(OLD + index * 10_000).toISOString(),
    index,
  });
  recording.containers["X/vtx"] = vertices.map((vertex, index) => accepted(vertex.id, vertex.bytes, index));
  recording.containers["X/tx"] = txs.map((tx, index) => accepted(formatId(tx.txId), tx.bytes, index));
}

const client = () => openDataClient({ baseUrl: indexed.url });
const idOf = (index: number) => formatId(txs[index]?.txId ?? new Uint8Array());
const vertexOf = (index: number) => vertices[index]?.id ?? "";

beforeAll(async () => {
  indexed = await indexRecording("custom-network", { alter: makeGraph });
  const listed = async () => (await client().get(listLatestXChainVertices, { params })).vertices.length;
  while ((await listed()) < vertices.length) await sleep(20);
});
afterAll(() => indexed.close());

describe("built vertices (none is recorded)", () => {
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
      vertexTimestamp: OLD / 1000 + 10,
      txCount: 1,
      transactions: [idOf(1)],
      vertexSizeBytes: vertices[1]?.bytes.length,
    });
    expect(stop).toMatchObject({ txCount: 0, transactions: [], vertexHeight: 2 });
  });

  test("contain transactions without a block, with the node's time", async () => {
    const tx = await client().get(getXChainTransaction, { params: { ...params, txHash: idOf(1) } });
    expect(tx).toMatchObject({ chainFormat: "non-linear", timestamp: OLD / 1000 + 10, memo: "0x02" });
    expect("vertices" in tx && tx.vertices).toEqual([
      { hash: vertexOf(0), height: 0, timestamp: OLD / 1000 },
      { hash: vertexOf(1), height: 1, timestamp: OLD / 1000 + 10 },
    ]);
    expect(tx).not.toHaveProperty("blockHeight");
    // The output it consumes was created where nothing is indexed, so its time is unknown.
    expect(tx.consumedUtxos).toMatchObject([{ consumingTxHash: idOf(1) }]);
    expect(tx.consumedUtxos[0]).not.toHaveProperty("timestamp");
  });

  test("come before every block in lists, and times narrow them", async () => {
    const first = async (query: object) => {
      const page = await client().get(listXChainTransactions, { params, query });
      return page.transactions.map(({ txHash }) => txHash);
    };
    expect((await first({ sortOrder: "asc", pageSize: 4 })).slice(0, 3)).toEqual([0, 1, 2].map(idOf));
    expect(await first({ before: idOf(2), pageSize: 4 })).toEqual([idOf(1), idOf(0)]);
    const tx = await client().get(getXChainTransaction, { params: { ...params, txHash: idOf(0) } });
    const addresses = tx.emittedUtxos[0]?.addresses[0];
    for (const [start, end, expected] of [
      [0, 10, [0]],
      [0, 11, [1, 0]],
      [10, 30, [2, 1]],
      [21, 30, []],
    ] as const) {
      const query = { addresses, startTimestamp: OLD / 1000 + start, endTimestamp: OLD / 1000 + end };
      expect(await first(query)).toEqual(expected.map(idOf));
    }
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
