import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDataClient } from "../../client/data";
import { listTransfers } from "../../contract/data/evm-transactions";
import { listChainCollections, listChainTokens } from "../../contract/firn/chain-lists";
import { searchTransactions } from "../../contract/firn/evm-tx-search";
import { listAddressTransfers } from "../../contract/firn/transfers";
import { openRandomChain, openRecordedChain, type Searched } from "../evm/searched";
import { C, L1, L1_NETWORK_TIMEOUT_MS } from "../l1-network";

/** Transactions that are searched in the store are those that the chain's own node tells of. */

/** A transaction as its node tells it. */
interface NodeTx {
  hash: string;
  from: string;
  /** The contract of a creation. */
  to: string;
  /** None of a creation, or with less than 4 bytes of input. */
  method: string | undefined;
  value: bigint;
  isSuccess: boolean;
  time: number;
}

async function ask<T>(url: string, method: string, params: unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const { result, error } = (await response.json()) as { result?: T; error?: { message: string } };
  if (result == null) throw new Error(error?.message ?? `no ${method}`);
  return result;
}

interface RpcTx {
  hash: string;
  from: string;
  to: string | null;
  input: string;
  value: string;
}

/** Every transaction of the node, newest first. */
async function readAll(url: string): Promise<NodeTx[]> {
  const txs: NodeTx[] = [];
  const head = Number(await ask<string>(url, "eth_blockNumber", []));
  for (let height = 0; height <= head; height++) {
    const block = await ask<{ timestamp: string; transactions: RpcTx[] }>(url, "eth_getBlockByNumber", [
      `0x${height.toString(16)}`,
      true,
    ]);
    for (const { hash, from, to, input, value } of block.transactions) {
      const receipt = await ask<{ status: string; contractAddress: string | null }>(
        url,
        "eth_getTransactionReceipt",
        [hash],
      );
      txs.push({
        hash,
        from: from.toLowerCase(),
        to: (to ?? receipt.contractAddress ?? "").toLowerCase(),
        method: to === null || input.length < 10 ? undefined : input.slice(0, 10),
        value: BigInt(value),
        isSuccess: receipt.status === "0x1",
        time: Number(block.timestamp),
      });
    }
  }
  return txs.reverse();
}

/** A search by the values of one transaction, or of several. */
function randomSearch(txs: readonly NodeTx[]) {
  const tx = fc.nat(txs.length - 1).map((at) => txs[at] as NodeTx);
  return fc.record({
    one: tx,
    other: tx,
    from: fc.boolean(),
    to: fc.boolean(),
    methods: fc.nat(2),
    status: fc.option(fc.constantFrom("failed" as const, "success" as const), { nil: undefined }),
    value: fc.constantFrom("none" as const, "same" as const, "more" as const),
    start: fc.boolean(),
    end: fc.boolean(),
    before: fc.nat(3).map((it) => it === 0),
    pageSize: fc.integer({ min: 1, max: 40 }),
  });
}

type Search = ReturnType<typeof randomSearch> extends fc.Arbitrary<infer S> ? S : never;

/** The query of a search, and which transactions it is of. */
function readSearch({ one, other, ...search }: Search, txs: readonly NodeTx[]) {
  const methods = [one.method, other.method]
    .slice(0, search.methods)
    .filter((method) => method !== undefined);
  const least = search.value === "none" ? undefined : one.value + (search.value === "more" ? 1n : 0n);
  const [start, end] = [one.time, other.time].sort((a, b) => a - b) as [number, number];
  const query = {
    ...(search.from && { from: one.from }),
    ...(search.to && { to: one.to }),
    ...(methods.length > 0 && { method: methods.join(",") }),
    ...(search.status && { status: search.status }),
    ...(least !== undefined && { minValue: String(least) }),
    ...(search.start && { startTimestamp: start }),
    ...(search.end && { endTimestamp: end }),
    ...(search.before && { before: other.hash }),
  };
  const wanted = (search.before ? txs.slice(txs.indexOf(other) + 1) : txs).filter(
    (tx) =>
      (!search.from || tx.from === one.from) &&
      (!search.to || tx.to === one.to) &&
      (methods.length === 0 || (tx.method !== undefined && methods.includes(tx.method))) &&
      (search.status === undefined || tx.isSuccess === (search.status === "success")) &&
      (least === undefined || tx.value >= least) &&
      (!search.start || tx.time >= start) &&
      (!search.end || tx.time < end),
  );
  return { query, wanted: wanted.map(({ hash }) => hash) };
}

const CHAINS: { [name: string]: { open: () => Promise<Searched>; runs: number; timeoutMs: number } } = {
  "a chain of random programs": { open: openRandomChain, runs: 500, timeoutMs: 120_000 },
  "the L1 of a recording": {
    open: () => openRecordedChain(L1),
    runs: 100,
    timeoutMs: L1_NETWORK_TIMEOUT_MS,
  },
  "the C-Chain of a recording": {
    open: () => openRecordedChain(C),
    runs: 100,
    timeoutMs: L1_NETWORK_TIMEOUT_MS,
  },
};

describe.each(Object.entries(CHAINS))("%s", (_, { open, runs, timeoutMs }) => {
  let searched: Searched;
  let txs: NodeTx[];
  beforeAll(async () => {
    searched = await open();
    txs = await readAll(searched.node);
  }, timeoutMs);
  afterAll(() => searched?.close());

  it("has what its node has, by any search and page by page", async () => {
    expect(txs.length).toBeGreaterThan(50);
    let found = 0;
    const isEqual = fc.asyncProperty(randomSearch(txs), async (search) => {
      const { query, wanted } = readSearch(search, txs);
      found += Number(wanted.length > 0);
      expect(await walk(query, search.pageSize)).toEqual(wanted);
    });
    await fc.assert(isEqual, { numRuns: runs });
    expect(found).toBeGreaterThan(runs / 4);
  }, 240_000);

  it("has nothing of an address that no transaction names", async () => {
    expect(await walk({ to: `0x${"5a".repeat(20)}` }, 10)).toEqual([]);
  });

  it("lists transfers of tokens and of addresses by time", async () => {
    const client = openDataClient({ baseUrl: searched.firn });
    const { chainId } = searched;
    const paging = { pageSize: 100 } as const;
    const fungible = await client.get(listChainTokens, { params: { chainId }, query: paging });
    const collections = await client.get(listChainCollections, { params: { chainId }, query: paging });
    let compared = 0;
    for (const { address } of [...fungible.tokens, ...collections.tokens].slice(0, 8)) {
      const params = { chainId, address };
      const read = (query: object) => client.get(listTransfers, { params, query: { ...paging, ...query } });
      const { transfers } = await read({});
      const holder = { chainId, address: transfers[0]?.to.address ?? address };
      const readOwn = (query: object) =>
        client.get(listAddressTransfers, { params: holder, query: { ...paging, ...query } });
      const own = (await readOwn({})).transfers;
      for (const list of [
        { all: transfers, read },
        { all: own, read: readOwn },
      ]) {
        const times = list.all.map(({ blockTimestamp }) => blockTimestamp);
        const middle = times[Math.floor(times.length / 2)] ?? 0;
        // All are compared only where one page has them.
        if (list.all.length === paging.pageSize) continue;
        const from = await list.read({ startTimestamp: middle });
        const below = await list.read({ endTimestamp: middle });
        expect(from.transfers).toEqual(list.all.filter(({ blockTimestamp }) => blockTimestamp >= middle));
        expect(below.transfers).toEqual(list.all.filter(({ blockTimestamp }) => blockTimestamp < middle));
        compared += Number(below.transfers.length > 0);
      }
    }
    expect(compared).toBeGreaterThan(0);
  });

  async function walk(query: object, pageSize: number): Promise<string[]> {
    const client = openDataClient({ baseUrl: searched.firn });
    const hashes: string[] = [];
    for (let next: object = {}, page = 0; ; page++) {
      const answer = await client.get(searchTransactions, {
        params: { chainId: searched.chainId },
        query: { ...query, pageSize, ...next },
      });
      hashes.push(...answer.transactions.map(({ txHash }) => txHash));
      const { nextPageToken, nextBefore } = answer;
      if (nextPageToken === undefined || nextBefore === undefined) return hashes;
      next = page % 2 === 0 && !("before" in query) ? { before: nextBefore } : { pageToken: nextPageToken };
    }
  }
});
