import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRecording } from "../../devnet/recording";
import { writeNetwork } from "../../store/bookkeeping/network";
import { newPageTokenKey } from "../../store/bookkeeping/page-token-key";
import { startApi } from "../../testbed/api";
import { blocksAfter, nodeOf, P_ALONE, STEPS, T1, T3, T4 } from "../../testbed/apricot";
import { networkOf, startRig, untilStored } from "../../testbed/indexer";
import { testStores } from "../../testbed/test-stores";

/** Blocks from before Banff, on a network whose genesis is not known: the first two have no time. */

const P = "/v1/networks/fuji/blockchains/p-chain";
let api: { url: string; close(): Promise<void> };
const folder = mkdtempSync(join(tmpdir(), "firn-times-"));

beforeAll(async () => {
  const stores = testStores(folder);
  const store = await stores.open("primary", { mode: "write", nowMs: 0 });
  const network = networkOf(await openRecording("custom-network"));
  await writeNetwork(store.db, {
    networkId: String(network.networkId),
    hrp: "custom",
    pageTokenKey: newPageTokenKey(),
  });
  const rig = await startRig({
    ...network,
    url: "",
    store,
    streams: P_ALONE,
    genesis: undefined,
    node: nodeOf(blocksAfter(new Uint8Array(32), STEPS), false),
  });
  await untilStored(rig, STEPS.length);
  await rig.stop();
  await store.close();
  api = await startApi({ stores });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

type Item = { blockNumber: string; txHash?: string; transactions?: string[]; blockTimestamp?: number };

async function get<Body>(path: string, headers: Record<string, string> = {}): Promise<Body> {
  const response = await fetch(api.url + path, { headers });
  const text = await response.text();
  expect([path, response.status, text]).toEqual([path, 200, text]);
  return JSON.parse(text) as Body;
}

async function listBlocks(query = "", headers?: Record<string, string>): Promise<Item[]> {
  const { blocks } = await get<{ blocks: Item[] }>(`${P}/blocks?pageSize=100${query}`, headers);
  return blocks.reverse();
}

const heights = (items: readonly Item[]) => items.map(({ blockNumber }) => Number(blockNumber));

test("a block without a known time is answered and listed without one", async () => {
  const blocks = await listBlocks();
  expect(blocks.map(({ blockTimestamp }) => blockTimestamp)).toEqual([
    undefined,
    undefined,
    T1,
    T1,
    T1,
    T1,
    T1,
    T1,
    T3,
    T3,
    T4,
  ]);
  expect(await get(`${P}/blocks/2`)).not.toHaveProperty("blockTimestamp");
  expect(await get(`${P}/blocks/3`)).toHaveProperty("blockTimestamp", T1);
});

test("so is its transaction", async () => {
  const [first] = (await listBlocks()).filter(({ transactions }) => transactions?.length === 1);
  const tx = await get<Item>(`${P}/transactions/${first?.transactions?.[0]}`);
  expect(tx.blockNumber).toBe("2");
  expect(tx).not.toHaveProperty("blockTimestamp");
  const { transactions } = await get<{ transactions: Item[] }>(`${P}/transactions?pageSize=100`);
  expect(transactions.map(({ blockTimestamp }) => blockTimestamp)).toEqual([T1, T1, undefined]);
});

test("an SDK, which rejects an answer without the field, gets 0", async () => {
  const [first] = await listBlocks("", { "x-firn-dialect": "sdk" });
  expect(first?.blockTimestamp).toBe(0);
});

test("a filter by time finds it only where it certainly belongs", async () => {
  expect(heights(await listBlocks(`&startTimestamp=1`))).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(heights(await listBlocks(`&endTimestamp=${T1}`))).toEqual([]);
  expect(heights(await listBlocks(`&endTimestamp=1000`))).toEqual([]);
  expect(heights(await listBlocks(`&endTimestamp=${T1 + 1}`))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("the search and the status say nothing of its time", async () => {
  const { readings } = await get<{ readings: { detail?: string }[] }>(`/firn/v1/search?q=2`);
  expect(JSON.stringify(readings)).not.toContain("1970");
  const container = await get<{ height: number }>(`/firn/v1/containers/p/2`);
  expect(container.height).toBe(2);
});
