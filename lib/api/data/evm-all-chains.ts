import type * as blocks from "../../contract/data/evm-blocks";
import type * as transactions from "../../contract/data/evm-transactions";
import { listBlocks } from "../../store/queries/evm/block";
import { listLatestTransactions } from "../../store/queries/evm/transaction";
import { heightOf, positionOf } from "../../store/rows/columns";
import { loadEvmRows } from "../evm/rows";
import type { Handler } from "../handler";
import { takeNewestOfAll } from "../page/all-chains";
import { presentNative, presentPlace } from "../present/evm/transaction";
import { presentBlock } from "./evm-blocks";
import { includesNetwork, networkOf } from "./evm-chains";

export const listLatestBlocksAllChains: Handler<typeof blocks.listLatestBlocksAllChains> = async (
  request,
) => {
  const { network, pageToken, pageSize } = request.query;
  if (!includesNetwork(network, await networkOf(request))) return { blocks: [] };
  const page = await takeNewestOfAll(request, {
    canonical: { endpoint: "blocks of all chains", network },
    pageToken,
    pageSize,
    firstKeyOf: (height) => height,
    heightOf: (height) => height,
    async list(context, below, limit) {
      const rows = await listBlocks(context.db, { below, limit });
      return rows.map((row) => ({ key: row.height, time: row.time, item: presentBlock(context, row) }));
    },
  });
  return { nextPageToken: page.nextPageToken, blocks: page.items };
};

/** The older path of `listLatestBlocksAllChains`. */
export const listAllLatestBlocks: Handler<typeof blocks.listAllLatestBlocks> = (request) =>
  listLatestBlocksAllChains(request);

export const listLatestTransactionsAllChains: Handler<
  typeof transactions.listLatestTransactionsAllChains
> = async (request) => {
  const { network, status, pageToken, pageSize } = request.query;
  if (!includesNetwork(network, await networkOf(request))) return { transactions: [] };
  const page = await takeNewestOfAll(request, {
    canonical: { endpoint: "transactions of all chains", network, status },
    pageToken,
    pageSize,
    firstKeyOf: (height) => positionOf(height, 0),
    heightOf,
    async list(context, below, limit) {
      const wanted = status && (status === "success" ? 1 : 0);
      const rows = await listLatestTransactions(context.db, { below, limit, status: wanted });
      const presented = await loadEvmRows(context, { transactions: rows });
      return rows.map((row) => ({
        key: row.position,
        time: presentPlace(presented, row.position).blockTimestamp,
        item: presentNative(presented, row),
      }));
    },
  });
  return { nextPageToken: page.nextPageToken, transactions: page.items };
};

/** The older path of `listLatestTransactionsAllChains`. */
export const listAllLatestTransactions: Handler<typeof transactions.listAllLatestTransactions> = (request) =>
  listLatestTransactionsAllChains(request);
