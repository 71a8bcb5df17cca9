import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatAddress } from "../../avalanche/ids";
import { openDataClient } from "../../client/data";
import { openNode } from "../../client/node";
import { getBalancesByAddresses } from "../../contract/data/primary-network-balances";
import {
  getPChainTransaction,
  listPChainTransactions,
} from "../../contract/data/primary-network-transactions";
import { listAddressBalances } from "../../contract/firn/balances";
import { getIndexes } from "../../contract/firn/indexes";
import { getSharedMemory } from "../../contract/firn/shared-memory";
import { getStatus } from "../../contract/firn/status";
import { startApi } from "../../testbed/api";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";
import { addGraph, linearizeAt } from "../../testbed/x-graph";

/** Stores that lack the beginning of a chain, although the genesis is known. */

const FIRST = 100;
const params = { network: "fuji", blockchainId: "p-chain" };

async function partialOf(url: string, path: string): Promise<string> {
  const response = await fetch(url + path);
  await response.arrayBuffer();
  return response.headers.get("x-firn-partial") ?? "";
}

describe("a store whose C-Chain begins at block 100", () => {
  let whole: IndexedRecording;
  let part: IndexedRecording;
  let api: { url: string; close(): Promise<void> };
  const client = () => openDataClient({ baseUrl: api.url });

  beforeAll(async () => {
    whole = await indexRecording("custom-network");
    part = await indexRecording("custom-network", {
      devnet: { firstBlock: FIRST, bodies: 0, indexEnabled: false },
    });
    api = await startApi({ stores: part.stores, node: openNode(part.nodeUrl) });
  });
  afterAll(async () => {
    await api?.close();
    await part?.close();
    await whole?.close();
  });

  test("says of how many blocks it lacks the containers", async () => {
    const { streams } = await client().get(getStatus, { params: {} });
    const firsts = streams.flatMap(({ stream, firstHeight = 1 }) =>
      firstHeight > 1 ? [[stream, firstHeight]] : [],
    );
    expect(firsts).toEqual([["C/block", FIRST]]);
    const { indexes } = await client().get(getIndexes, { params: {} });
    const { C } = part.accepted();
    expect(indexes.find(({ name }) => name === "C/block")).toMatchObject({
      stored: C - FIRST + 1,
      missing: FIRST - 1,
      gaps: [{ from: 1, to: FIRST - 1 }],
    });
  });

  /** Exports from P to C, with the id of what imported their first output as a store has it. */
  async function exportsIn(url: string) {
    const at = openDataClient({ baseUrl: url });
    const { transactions } = await at.get(listPChainTransactions, { params, query: { pageSize: 100 } });
    const exported = transactions.filter(({ txType }) => txType === "ExportTx");
    const all = await Promise.all(
      exported.map(({ txHash }) => at.get(getPChainTransaction, { params: { ...params, txHash } })),
    );
    return all.flatMap(({ txHash, blockTimestamp, emittedUtxos }) =>
      emittedUtxos.flatMap(
        ({ createdOnChainId, consumedOnChainId, outputIndex, consumingTxHash, addresses }) =>
          consumedOnChainId === part.recording.network.cChainId && createdOnChainId !== consumedOnChainId
            ? [{ txHash, time: blockTimestamp, outputIndex: Number(outputIndex), consumingTxHash, addresses }]
            : [],
      ),
    );
  }

  test("says so in every answer and in its status", async () => {
    const { gaps } = await client().get(getStatus, { params: {} });
    expect(gaps).toEqual([{ chain: "c", before: FIRST, time: expect.any(Number) }]);
    expect(await partialOf(api.url, "/v1/networks/fuji")).toBe(
      `blocks of the C-Chain before ${FIRST} are not known: balances, outputs and lists lack what they did`,
    );
    expect(
      (await openDataClient({ baseUrl: whole.url }).get(getStatus, { params: {} })).gaps,
    ).toBeUndefined();
  });

  test("asks the node whether an export is still in shared memory, and leaves it open without a node", async () => {
    const known = new Map((await exportsIn(whole.url)).map((each) => [each.txHash, each]));
    const open = (await exportsIn(api.url)).filter(({ consumingTxHash }) => consumingTxHash === undefined);
    const isWaiting = ({ txHash }: { txHash: string }) => known.get(txHash)?.consumingTxHash === undefined;
    expect(open.some((each) => !isWaiting(each))).toBe(true);
    for (const each of open) {
      const asked = { params: { txHash: each.txHash } };
      const { outputIndex } = each;
      const { outputs } = await client().get(getSharedMemory, asked);
      expect(outputs).toContainEqual({ outputIndex, isWaiting: isWaiting(each) });
      const alone = await openDataClient({ baseUrl: part.url }).get(getSharedMemory, asked);
      expect(alone.outputs).toContainEqual({ outputIndex });
    }
  });

  test("refuses balances of the C-Chain before that block, and leaves its share out of others", async () => {
    const { gaps = [] } = await client().get(getStatus, { params: {} });
    const end = gaps[0]?.time ?? 0;
    const [sent] = (await exportsIn(whole.url)).filter(({ time = 0 }) => time < end);
    const query = { addresses: String(sent?.addresses[0]), blockTimestamp: end - 1 };
    const of = (blockchainId: string) => ({ params: { ...params, blockchainId }, query });
    await expect(client().get(getBalancesByAddresses, of("c-chain"))).rejects.toMatchObject({
      code: "BAD_PARAMETER",
      message: expect.stringContaining("the C-Chain's balances at"),
    });
    const path = `/v1/networks/fuji/blockchains/p-chain/balances?addresses=${query.addresses}&blockTimestamp=`;
    expect(await partialOf(api.url, path + (end - 1))).toContain(
      `what was between the P-Chain and the C-Chain at ${end - 1} is not known, and left out`,
    );
    expect(await partialOf(api.url, path + end)).not.toContain("left out");
    const { balances } = await client().get(getBalancesByAddresses, of("p-chain"));
    const now = await client().get(getBalancesByAddresses, {
      ...of("c-chain"),
      query: { addresses: query.addresses },
    });
    // The node has none of them any more, as the test above shows.
    expect(now.balances).toMatchObject({ atomicMemoryUnlocked: [], atomicMemoryLocked: [] });
    const shared = "atomicMemoryUnlocked" in balances ? balances.atomicMemoryUnlocked : [];
    expect(shared.map(({ sharedWithChainId }) => sharedWithChainId)).not.toContain(
      part.recording.network.cChainId,
    );
  });
});

describe("a store whose node has no index, of a network whose X-Chain was a graph", () => {
  const MADE = Date.UTC(2026, 10, 21, 0, 44);
  let firn: IndexedRecording;

  beforeAll(async () => {
    firn = await indexRecording("custom-network", {
      alter: (recording) => linearizeAt(recording, addGraph(recording, MADE - 60_000), MADE),
      devnet: { indexEnabled: false },
    });
  });
  afterAll(() => firn?.close());

  test("says in every answer and in its status that the graph is missing", async () => {
    const { gaps } = await openDataClient({ baseUrl: firn.url }).get(getStatus, { params: {} });
    expect(gaps).toEqual([{ chain: "x", before: 1, time: MADE / 1000 }]);
    for (const path of ["/v1/networks/fuji", "/v1/networks/fuji/blockchains/x-chain/transactions"])
      expect(await partialOf(firn.url, path)).toContain(
        "transactions from before the first block of the X-Chain are not all known",
      );
  });

  test("does not know the X-Chain's balances of that time", async () => {
    const path = (at: number) =>
      `${firn.url}/v1/networks/fuji/blockchains/x-chain/balances?addresses=${OWNER}&blockTimestamp=${at}`;
    const before = await fetch(path(MADE / 1000 - 1));
    expect([before.status, await before.text()]).toEqual([
      400,
      expect.stringContaining("X-Chain's balances"),
    ]);
    expect((await fetch(path(MADE / 1000))).status).toBe(200);
  });

  test("has balances over time from then on", async () => {
    const store = await firn.stores.open("primary", { mode: "read" });
    const rows = await store.db.selectFrom("utxo").select("owners").distinct().execute();
    await store.close();
    const owners = rows.filter(({ owners }) => owners.length === 20).map((row) => row.owners);
    const times: number[] = [];
    for (const owner of owners) {
      const address = formatAddress("custom", owner);
      const { points } = await openDataClient({ baseUrl: firn.url }).get(listAddressBalances, {
        params: { address },
        query: { chain: "x", timeInterval: "change" },
      });
      expect(points.filter(({ balance }) => balance === undefined)).toEqual([]);
      times.push(...points.map(({ timestamp }) => timestamp));
    }
    expect(times.length).toBeGreaterThan(0);
    // What the genesis gave counts from the first moment that is known.
    expect(Math.min(...times)).toBe(MADE / 1000);
  });
});

const OWNER = "custom1g65uqn6t77p656w64023nh8nd9updzmxwd59gh";
