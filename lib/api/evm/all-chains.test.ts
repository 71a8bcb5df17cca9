import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VmChain } from "../../testbed/evm/chain";
import { serveVmNode, type VmNode } from "../../testbed/evm/node";
import { type ModelReceipt, movesOf } from "../../testbed/evm/token-model";
import { followChains } from "../../testbed/followed-chains";
import { openPublishedShapes } from "../../testbed/published/shapes";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

type Json = Record<string, unknown>;
type Receipt = ModelReceipt & { status: string };

/** A block of any chain, as compared by the test. */
interface Block {
  chainId: string;
  height: number;
  time: number;
  transactions: { hash: string; succeeded: boolean; from: string; to: string | null }[];
}

/** EVM chain ids before and after the C-Chain's. */
const L1S = [7, 99_999];

describe.each(["custom-network", "local-network"])(
  "lists over all EVM chains, with the C-Chain of %s",
  (name) => {
    const nodes: VmNode[] = [];
    let firn: IndexedRecording;
    let chains: ReturnType<typeof followChains>;
    /** Newest first; those of the same second by chain. */
    let blocks: Block[];

    beforeAll(async () => {
      firn = await indexRecording(name);
      const recorded = firn.recording.evm.slice(1);
      const times = recorded.map(({ block }) => Number(block.timestamp));
      for (const [i, chainId] of L1S.entries()) {
        // Blocks in the same seconds as the C-Chain's, and others between them.
        const chain = await VmChain.open({ chainId, genesisTime: (times[0] ?? 0) - i });
        for (const time of new Set(times.slice(1, 30).map((time, j) => time + (j % 3 === 2 ? 1 : 0)))) {
          if (time <= chain.head.time) continue;
          const pay = { from: i, to: chain.accounts[i + 1] ?? "", value: 5n };
          const fails = { from: 2, data: "0xfe" };
          await chain.mine([pay, ...(time % 2 === 0 ? [fails] : []), pay], time - chain.head.time);
        }
        nodes.push(await serveVmNode(chain));
      }
      chains = followChains(firn.nodeUrl, {
        stores: firn.stores,
        named: nodes.map(({ url }) => url),
      });
      const cChainId = await untilIndexed(firn, nodes);
      chains.rest();
      blocks = inOrder([
        ...recorded.map(({ block, receipts }) => ({
          chainId: cChainId,
          height: Number(block.number),
          time: Number(block.timestamp),
          transactions: (receipts as unknown as Receipt[]).map(({ transactionHash, status, from, to }) => ({
            hash: transactionHash,
            succeeded: status === "0x1",
            from,
            to,
          })),
        })),
        ...nodes.flatMap(({ chain }) =>
          chain.blocks.map(({ height, time, transactions }) => ({
            chainId: String(chain.chainId),
            height,
            time,
            transactions: transactions.map(({ hash, succeeded, from, trace }) => ({
              hash,
              succeeded,
              from,
              to: trace.type === "CALL" ? (trace.to ?? null) : null,
            })),
          })),
        ),
      ]);
    });

    afterAll(async () => {
      await chains.close();
      await firn.close();
      for (const node of nodes.splice(0)) await node.close();
    });

    const ask = async (path: string) => {
      const response = await fetch(firn.url + path, { headers: { "x-firn-dialect": "sdk" } });
      return { status: response.status, body: (await response.json()) as Json };
    };
    const fits = openPublishedShapes();

    const walk = async (path: string, list: string, shape: string): Promise<Json[]> => {
      const items: Json[] = [];
      const size = Number(/pageSize=(\d+)/.exec(path)?.[1]);
      let token: unknown;
      do {
        const { status, body } = await ask(token === undefined ? path : `${path}&pageToken=${token}`);
        expect(status, JSON.stringify(body)).toBe(200);
        expect(fits(shape, body)).toBeUndefined();
        token = body.nextPageToken;
        if (token !== undefined) expect(body[list]).toHaveLength(size);
        items.push(...(body[list] as Json[]));
      } while (token !== undefined);
      return items;
    };

    it("have the newest blocks first, in pages of any size, under both paths", async () => {
      const wanted = blocks.map(({ chainId, height, time }) => [chainId, String(height), time]);
      const seconds = new Set(blocks.map(({ time }) => time));
      expect(seconds.size).toBeLessThan(blocks.length);
      for (const [path, pageSize] of [
        ["blocks", 29],
        ["chains/allBlocks", 100],
      ]) {
        const listed = await walk(`/v1/${path}?pageSize=${pageSize}`, "blocks", "ListEvmBlocksResponse");
        expect(listed.map((block) => [block.chainId, block.blockNumber, block.blockTimestamp])).toEqual(
          wanted,
        );
      }
    });

    it("have the newest transactions first, also filtered by status", async () => {
      const all = blocks.flatMap(({ chainId, transactions }) =>
        transactions.map((each) => ({ ...each, chainId })).reverse(),
      );
      for (const [query, counts] of [
        ["pageSize=31", () => true],
        ["pageSize=100&status=failed", ({ succeeded }) => !succeeded],
        ["pageSize=97&status=success&network=fuji", ({ succeeded }) => succeeded],
      ] as [string, (transaction: { succeeded: boolean }) => boolean][]) {
        for (const path of ["transactions", "chains/allTransactions"]) {
          const listed = await walk(`/v1/${path}?${query}`, "transactions", "ListNativeTransactionsResponse");
          const wanted = all.filter(counts).map(({ chainId, hash }) => [chainId, hash]);
          expect(wanted.length).toBeGreaterThan(3);
          expect(listed.map(({ chainId, txHash }) => [chainId, txHash])).toEqual(wanted);
        }
      }
    });

    it("have the chains on which an address sent or received anything", async () => {
      const met = new Map<string, Set<string>>();
      const meet = (address: string | null, chainId: string) => {
        if (address === null) return;
        const key = address.toLowerCase();
        met.set(key, (met.get(key) ?? new Set()).add(chainId));
      };
      for (const { chainId, transactions } of blocks)
        for (const { from, to } of transactions) for (const party of [from, to]) meet(party, chainId);
      const cChainId = blocks.find(({ chainId }) => !L1S.includes(Number(chainId)))?.chainId ?? "";
      for (const { from, to } of movesOf(firn.recording))
        for (const party of [from, to]) meet(party, cChainId);
      met.set(`0x${"12".repeat(20)}`, new Set());
      const some = [...met].filter(([, { size }], i) => size !== 1 || i % 10 === 0);
      expect(some.some(([, { size }]) => size === 2)).toBe(true);
      for (const [address, wanted] of some) {
        const { body } = await ask(`/v1/address/${address}/chains`);
        expect(fits("ListAddressChainsResponse", body)).toBeUndefined();
        const listed = (body.indexedChains as Json[]).map(({ chainId }) => chainId);
        expect(listed, address).toEqual([...wanted].sort((a, b) => Number(a) - Number(b)));
        expect((await ask(`/v1/chains/address/${address}`)).body).toEqual(body);
      }
    });

    it("have the chains with a known blockchain id in the Metrics API too", async () => {
      const fitsMetrics = openPublishedShapes("metrics-api");
      const { chains } = (await ask("/v1/chains")).body as { chains: Json[] };
      expect(chains).toHaveLength(3);
      const listed = (await ask("/v2/chains")).body;
      expect(fitsMetrics("ListChainsResponse", listed)).toBeUndefined();
      const known = chains.filter(({ platformChainId }) => platformChainId !== undefined);
      expect(listed.chains).toEqual(
        known.map(({ chainId, chainName, platformChainId, subnetId }) => ({
          evmChainId: Number(chainId),
          chainName,
          blockchainId: platformChainId,
          subnetId,
          network: "testnet",
        })),
      );
      const [first] = listed.chains as Json[];
      for (const id of [first?.evmChainId, first?.blockchainId])
        expect((await ask(`/v2/chains/${id}`)).body).toEqual(first);
      expect((await ask("/v2/chains?network=mainnet")).body).toEqual({ chains: [] });
      const { status, body } = await ask(`/v2/chains/${L1S[0]}`);
      expect([status, body.message]).toEqual([404, [expect.stringContaining("is not known")]]);
    });

    it("have a health check of their stores", async () => {
      const database = { database: { status: "up" } };
      const up = { status: "ok", info: database, error: {}, details: database };
      for (const path of ["/v1/health-check", "/v1/live-check", "/v2/health-check"]) {
        const { status, body } = await ask(path);
        expect([status, body]).toEqual([200, up]);
        expect(fits("HealthCheckResultDto", body)).toBeUndefined();
      }
    });

    it("are empty for another network, and refuse bad requests", async () => {
      expect(await ask("/v1/blocks?network=mainnet")).toEqual({ status: 200, body: { blocks: [] } });
      expect(await ask("/v1/transactions?network=mainnet")).toEqual({
        status: 200,
        body: { transactions: [] },
      });
      const { nextPageToken } = (await ask("/v1/blocks?pageSize=2")).body;
      for (const [path, words] of [
        [`/v1/transactions?pageToken=${nextPageToken}`, "pageToken does not belong"],
        [`/v1/blocks?pageToken=${nextPageToken}&network=fuji`, "pageToken does not belong"],
        ["/v1/blocks?pageToken=1-2", "pageToken must be"],
        ["/v1/blocks?pageSize=0", "pageSize must be"],
        ["/v1/transactions?pageSize=101", "pageSize must be"],
        ["/v1/transactions?status=pending", "status must be failed or success"],
        ["/v1/blocks?network=main", "network must be"],
        ["/v1/address/0x12/chains", "address must be"],
      ]) {
        const { status, body } = await ask(path ?? "");
        expect([status, body.message], path).toEqual([400, expect.stringContaining(words ?? "")]);
      }
    });
  },
);

function inOrder(blocks: Block[]): Block[] {
  return blocks.sort(
    (a, b) => b.time - a.time || Number(a.chainId) - Number(b.chainId) || b.height - a.height,
  );
}

/** @returns the C-Chain's EVM chain id */
async function untilIndexed(firn: IndexedRecording, nodes: readonly VmNode[]): Promise<string> {
  const last = firn.recording.containers["C/block"].length;
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(20)) {
    const { chains = [] } = (await (await fetch(`${firn.url}/v1/chains`)).json()) as {
      chains?: { chainId: string; platformChainId?: string }[];
    };
    const { cChainId } = firn.recording.network;
    const chainId = chains.find(({ platformChainId }) => platformChainId === cChainId)?.chainId;
    if (chainId === undefined) continue;
    const heads = [
      `${chainId}/blocks/${last}`,
      ...nodes.map(({ chain }) => `${chain.chainId}/blocks/${chain.head.height}`),
    ];
    const answers = await Promise.all(heads.map((head) => fetch(`${firn.url}/v1/chains/${head}`)));
    if (answers.every(({ ok }) => ok)) return chainId;
  }
  throw new Error("the chains were not indexed in time");
}
