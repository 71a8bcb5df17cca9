import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDataClient } from "../../client/data";
import type { CChainTransaction } from "../../contract/data/c-chain";
import { listLatestPrimaryNetworkBlocks } from "../../contract/data/primary-network-blocks";
import {
  getCChainTransaction,
  getXChainTransaction,
  listAssetTransactions,
  listCChainTransactions,
  listXChainTransactions,
} from "../../contract/data/primary-network-transactions";
import type { XChainTransaction } from "../../contract/data/x-chain";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

/** Lists of X and of atomic transactions, walked page by page and compared with the recording itself. */

const SIZES = [1, 7, 100];
const ORDERS = ["asc", "desc"] as const;

type Tx = XChainTransaction | CChainTransaction;
type Query = Record<string, string | number | string[] | undefined>;

/** A transaction with the values that filters use, from the answer itself. */
interface Truth {
  id: string;
  type: string;
  time: number;
  addresses: Set<string>;
  assets: Set<string>;
}

function truthOf(tx: Tx): Truth {
  const utxos = [
    ...("consumedUtxos" in tx ? tx.consumedUtxos : []),
    ...("emittedUtxos" in tx ? tx.emittedUtxos : []),
  ];
  const accounts = [
    ...("evmInputs" in tx ? tx.evmInputs.map(({ fromAddress }) => fromAddress) : []),
    ...("evmOutputs" in tx ? tx.evmOutputs.map(({ toAddress }) => toAddress) : []),
  ];
  return {
    id: tx.txHash,
    type: tx.txType,
    // Every transaction of a recording is in a block, and blocks have times.
    time: tx.timestamp ?? Number.NaN,
    addresses: new Set([...utxos.flatMap(({ addresses }) => addresses), ...accounts]),
    assets: new Set([
      ...utxos.map(({ asset }) => asset.assetId),
      ...("assetCreated" in tx && tx.assetCreated ? [tx.assetCreated.assetId] : []),
    ]),
  };
}

function ordered<T>(items: readonly T[], order: "asc" | "desc"): T[] {
  return order === "asc" ? [...items] : [...items].reverse();
}

describe.each([
  ["custom-network", "x-chain"],
  ["custom-network", "c-chain"],
  ["local-network", "x-chain"],
  ["local-network", "c-chain"],
] as const)("lists over %s, %s", (name, blockchainId) => {
  let indexed: IndexedRecording;
  /** Oldest first. */
  let truth: Truth[];
  const route = blockchainId === "x-chain" ? listXChainTransactions : listCChainTransactions;
  const params = { network: "fuji", blockchainId };

  beforeAll(async () => {
    indexed = await indexRecording(name);
    truth = (await walk({ sortOrder: "asc", pageSize: 100 })).flat().map(truthOf);
  });
  afterAll(() => indexed.close());

  const client = () => openDataClient({ baseUrl: indexed.url });

  async function walkPages<T>(
    next: (pageToken: string | undefined) => Promise<{ rows: T[]; nextPageToken: string | undefined }>,
  ): Promise<T[][]> {
    const pages: T[][] = [];
    const tokens = new Set<string>();
    for (let token: string | undefined; ; ) {
      const page = await next(token);
      pages.push(page.rows);
      token = page.nextPageToken;
      if (token === undefined) return pages;
      if (tokens.has(token)) throw new Error(`${token} came twice`);
      tokens.add(token);
    }
  }

  async function walk(query: Query): Promise<Tx[][]> {
    return walkPages(async (pageToken) => {
      const body = await client().get(route, { params, query: { ...query, pageToken } });
      return { rows: body.transactions as Tx[], nextPageToken: body.nextPageToken };
    });
  }

  async function idsOf(query: Query): Promise<string[]> {
    return (await walk(query)).flat().map(({ txHash }) => txHash);
  }

  const idsWhere = (test: (tx: Truth) => boolean) => truth.filter(test).map(({ id }) => id);
  const addressesOf = () => [...new Set(truth.flatMap(({ addresses }) => [...addresses]))];

  test("all transactions of the recording's blocks, by pages of any size, in both orders", async () => {
    expect(truth.length).toBeGreaterThan(10);
    const recorded = new Set(
      indexed.recording.answers
        .filter(({ method, reply }) =>
          blockchainId === "x-chain"
            ? method === "avm.getTx" && !reply.includes('"error"') && !reply.includes('"symbol":"AVAX"')
            : method === "avax.getAtomicTx",
        )
        .map(({ params }) => JSON.parse(params).txID as string),
    );
    const genesis = JSON.parse(indexed.recording.genesis.xchain).assets[0].assetID as string;
    recorded.delete(genesis);
    const all = truth.map(({ id }) => id);
    expect(new Set(all)).toEqual(recorded);
    for (const pageSize of SIZES)
      for (const sortOrder of ORDERS) {
        const pages = await walk({ pageSize, sortOrder });
        expect(pages.flat().map(({ txHash }) => txHash)).toEqual(ordered(all, sortOrder));
        expect(pages.slice(0, -1).every((page) => page.length === pageSize)).toBe(true);
      }
  });

  test("all blocks, newest first", async () => {
    const stream = blockchainId === "x-chain" ? "X/block" : "C/block";
    const heights = (indexed.recording.containers[stream] ?? []).map(({ index }) => String(index + 1));
    for (const pageSize of [7, 100]) {
      const pages = await walkPages(async (pageToken) => {
        const body = await client().get(listLatestPrimaryNetworkBlocks, {
          params,
          query: { pageSize, pageToken },
        });
        return { rows: body.blocks, nextPageToken: body.nextPageToken };
      });
      expect(pages.flat().map(({ blockNumber }) => blockNumber)).toEqual(ordered(heights, "desc"));
    }
  });

  test("every address, in each of its forms, has the transactions that name it", async () => {
    expect(addressesOf().length).toBeGreaterThan(3);
    if (blockchainId === "c-chain")
      expect(addressesOf().some((address) => address.startsWith("0x"))).toBe(true);
    for (const address of addressesOf()) {
      const expected = idsWhere(({ addresses }) => addresses.has(address));
      const forms = address.startsWith("0x") ? [address.toLowerCase()] : [`X-${address}`, `C-${address}`];
      for (const [index, addresses] of [address, ...forms].entries())
        for (const sortOrder of ORDERS)
          expect(await idsOf({ addresses, sortOrder, pageSize: SIZES[index] ?? 10 }), address).toEqual(
            ordered(expected, sortOrder),
          );
    }
  });

  test("several addresses count once; types and times narrow the list", async () => {
    const some = addressesOf().slice(0, 5);
    const named = (tx: Truth) => some.some((address) => tx.addresses.has(address));
    const addresses = some.join(",");
    const early = truth.at(3)?.time ?? 0;
    const late = truth.at(-3)?.time ?? 0;
    for (const pageSize of SIZES)
      expect(await idsOf({ addresses, pageSize })).toEqual(ordered(idsWhere(named), "desc"));
    for (const txTypes of [["ImportTx"], ["ExportTx", "CreateAssetTx"], ["AddValidatorTx"]]) {
      const expected = idsWhere(
        (tx) => named(tx) && tx.time >= early && tx.time < late && txTypes.includes(tx.type),
      );
      const query = { addresses, txTypes, startTimestamp: early, endTimestamp: late, pageSize: 2 };
      expect(await idsOf(query)).toEqual(ordered(expected, "desc"));
      expect(await idsOf({ ...query, sortOrder: "asc" })).toEqual(expected);
    }
  });

  test("a list may start after any row", async () => {
    const newest = ordered(truth, "desc").map(({ id }) => id);
    expect(await idsOf({ before: newest[4], pageSize: 7 })).toEqual(newest.slice(5));
  });

  if (blockchainId === "x-chain")
    test("every asset has the transactions that move, mint or create it", async () => {
      const assets = [...new Set(truth.flatMap(({ assets }) => [...assets]))];
      expect(assets.length).toBeGreaterThan(5);
      const ofAsset = async (assetId: string, query: Query) => {
        const pages = await walkPages(async (pageToken) => {
          const input = { params: { ...params, assetId }, query: { ...query, pageToken } };
          const body = await client().get(listAssetTransactions, input);
          return { rows: body.transactions, nextPageToken: body.nextPageToken };
        });
        return pages.flat().map(({ txHash }) => txHash);
      };
      const early = truth[5]?.time ?? 0;
      const late = truth.at(-5)?.time ?? 0;
      for (const asset of assets) {
        const own = (tx: Truth) => tx.assets.has(asset);
        for (const pageSize of SIZES)
          expect(await ofAsset(asset, { pageSize }), asset).toEqual(ordered(idsWhere(own), "desc"));
        const narrow = (tx: Truth) =>
          own(tx) && tx.type === "OperationTx" && tx.time >= early && tx.time < late;
        const query = { txTypes: ["OperationTx"], startTimestamp: early, endTimestamp: late, pageSize: 1 };
        expect(await ofAsset(asset, query), asset).toEqual(ordered(idsWhere(narrow), "desc"));
      }
    });

  test("a single transaction equals its entry in the list", async () => {
    const single = blockchainId === "x-chain" ? getXChainTransaction : getCChainTransaction;
    const { transactions } = await client().get(route, { params, query: { pageSize: 5 } });
    for (const tx of transactions)
      expect(await client().get(single, { params: { ...params, txHash: tx.txHash } })).toEqual(tx);
  });

  test("a token is valid on its own chain only", async () => {
    const { nextPageToken } = await client().get(route, { params, query: { pageSize: 1 } });
    const other = blockchainId === "x-chain" ? "c-chain" : "x-chain";
    const url = `${indexed.url}/v1/networks/fuji/blockchains/${other}/transactions?pageSize=1`;
    expect((await fetch(`${url}&pageToken=${nextPageToken}`)).status).toBe(400);
  });
});
