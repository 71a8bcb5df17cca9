import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDataClient } from "../../client/data";
import { getLatestBlocks } from "../../contract/data/evm-blocks";
import { supportedChains } from "../../contract/data/evm-chains";
import type { PRIMARY_NETWORK_TX_TYPES } from "../../contract/data/p-chain";
import { listLatestPrimaryNetworkBlocks } from "../../contract/data/primary-network-blocks";
import { listLatestPrimaryNetworkTransactions } from "../../contract/data/primary-network-transactions";
import { searchPrimaryNetworkTransactions } from "../../contract/firn/primary-network-transactions";
import { type IndexedCChain, indexCChain } from "../../testbed/c-chain";

/** Searches of lists have what the whole lists have, without the rest. */

const PRIMARY = ["p-chain", "x-chain", "c-chain"] as const;
const network = "fuji";
type TypeName = (typeof PRIMARY_NETWORK_TX_TYPES)[number];

describe.each(["custom-network", "local-network"])("on %s", (name) => {
  let firn: IndexedCChain;
  beforeAll(async () => {
    firn = await indexCChain(name);
  });
  afterAll(() => firn?.close());
  const client = () => openDataClient({ baseUrl: firn.url });

  /** All rows of a list, by pages of 7. */
  async function walk<Row>(
    read: (paging: { pageSize: number; pageToken?: string }) => Promise<{
      nextPageToken?: string | undefined;
      rows: readonly Row[];
    }>,
  ): Promise<Row[]> {
    const all: Row[] = [];
    for (let paging: { pageSize: number; pageToken?: string } = { pageSize: 7 }; ; ) {
      const { rows, nextPageToken } = await read(paging);
      all.push(...rows);
      if (nextPageToken === undefined) return all;
      paging = { ...paging, pageToken: nextPageToken };
    }
  }

  const blocksOf = (blockchainId: string, query: object) =>
    walk(async (paging) => {
      const request = { params: { network, blockchainId }, query: { ...query, ...paging } };
      const { blocks, ...page } = await client().get(listLatestPrimaryNetworkBlocks, request);
      return { ...page, rows: blocks };
    });

  const evmBlocksOf = (chainId: string, query: object) =>
    walk(async (paging) => {
      const request = { params: { chainId }, query: { ...query, ...paging } };
      const { blocks, ...page } = await client().get(getLatestBlocks, request);
      return { ...page, rows: blocks };
    });

  test.each(PRIMARY)("blocks of the %s, by transactions, bytes and time", async (chain) => {
    const all = await blocksOf(chain, {});
    expect(all.length).toBeGreaterThan(1);
    const sizes = all.map(({ blockSizeBytes }) => blockSizeBytes).sort((a, b) => a - b);
    const middle = sizes[Math.floor(sizes.length / 2)] ?? 0;
    const time = all[Math.floor(all.length / 3)]?.blockTimestamp ?? 0;
    for (const minTransactions of [undefined, 0, 1, 2])
      for (const minSizeBytes of [undefined, middle, (sizes.at(-1) ?? 0) + 1])
        for (const endTimestamp of [undefined, time]) {
          const wanted = all.filter(
            ({ txCount, blockSizeBytes, blockTimestamp }) =>
              txCount >= (minTransactions ?? 0) &&
              blockSizeBytes >= (minSizeBytes ?? 0) &&
              (endTimestamp === undefined || (blockTimestamp ?? 0) < endTimestamp),
          );
          expect(await blocksOf(chain, { minTransactions, minSizeBytes, endTimestamp })).toEqual(wanted);
        }
  });

  test("blocks of the C-Chain as an EVM chain, by transactions and gas", async () => {
    const { chains } = await client().get(supportedChains, { params: {} });
    const chainId = chains[0]?.chainId ?? "";
    const all = await evmBlocksOf(chainId, {});
    const percents = [undefined, 0, 1, 2, 50, 100];
    const counts: number[] = [];
    for (const minGasPercent of percents)
      for (const minTransactions of [undefined, 1, 2]) {
        const wanted = all.filter(
          ({ txCount, gasUsed, gasLimit }) =>
            txCount >= (minTransactions ?? 0) &&
            Number(gasUsed) * 100 >= Number(gasLimit) * (minGasPercent ?? 0),
        );
        expect(await evmBlocksOf(chainId, { minTransactions, minGasPercent })).toEqual(wanted);
        counts.push(wanted.length);
      }
    expect(new Set(counts).size).toBeGreaterThan(2);
  });

  /** What is looked at of a transaction of any chain. */
  const rowsOf = ({
    transactions,
    nextPageToken,
  }: {
    transactions: readonly {
      txHash: string;
      txType: string;
      timestamp?: number | undefined;
      blockTimestamp?: number | undefined;
    }[];
    nextPageToken?: string | undefined;
  }) => ({
    nextPageToken,
    rows: transactions.map(({ txHash, txType, timestamp, blockTimestamp = timestamp ?? 0 }) => ({
      txHash,
      txType,
      time: blockTimestamp,
    })),
  });

  test.each(PRIMARY)("transactions of the %s, by types and time without addresses", async (blockchainId) => {
    const params = { network, blockchainId };
    const all = await walk(async (query) =>
      rowsOf(await client().get(listLatestPrimaryNetworkTransactions, { params, query })),
    );
    const types = [...new Set(all.map(({ txType }) => txType))] as TypeName[];
    expect(types.length).toBeGreaterThan(1);
    const startTimestamp = all[Math.floor(all.length / 2)]?.time ?? 0;
    for (const filter of [
      ...types.map((type) => ({ txTypes: [type] })),
      { txTypes: types.slice(0, 2) },
      { startTimestamp },
      { txTypes: types.slice(0, 2), startTimestamp },
    ]) {
      const found = await walk(async (paging) => {
        const query = { ...filter, ...paging };
        return rowsOf(
          await client().get(searchPrimaryNetworkTransactions, { params: { blockchainId }, query }),
        );
      });
      const { txTypes = types, startTimestamp: start = 0 } = filter as {
        txTypes?: TypeName[];
        startTimestamp?: number;
      };
      expect(found).toEqual(
        all.filter(({ txType, time }) => txTypes.includes(txType as TypeName) && time >= start),
      );
    }
    const published = { params, query: { txTypes: types.slice(0, 1) } };
    await expect(client().get(listLatestPrimaryNetworkTransactions, published)).rejects.toMatchObject({
      code: "BAD_PARAMETER",
    });
  });
});
