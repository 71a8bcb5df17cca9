import { toHex } from "../../avalanche/codec/bytes";
import { formatEvmAddress } from "../../avalanche/evm-address";
import type * as contract from "../../contract/data/evm-blocks";
import { searchBlocks } from "../../store/queries/evm/block";
import { amountOf } from "../../store/rows/columns";
import type { EvmBlockTable } from "../../store/tables/evm/chain";
import { heightsOfTimes, requireBlock } from "../evm/blocks";
import { partialHistory } from "../evm/history";
import type { EvmContext, Handler } from "../handler";
import { searchedTo, takeSearchPage } from "../page/search-page";

export const getLatestBlocks: Handler<typeof contract.getLatestBlocks> = ({ params, query, readEvm }) =>
  readEvm(params.chainId, async (context) => {
    const { evmChainId, dialect } = context;
    const { startTimestamp: start, endTimestamp: end, minTransactions, minGasPercent } = query;
    const heights = await heightsOfTimes(context, { start, end });
    const page = await takeSearchPage({
      tokens: context.pageTokens,
      token: query.pageToken,
      canonical: {
        endpoint: "evm blocks",
        evmChainId,
        start,
        end,
        dialect: dialect.name,
        minTransactions,
        minGasPercent,
      },
      start: query.before ?? heights.below,
      pageSize: query.pageSize,
      search: (below, limit) =>
        searchBlocks(context.db, {
          filter: { leastTxs: minTransactions, leastPercent: minGasPercent },
          from: heights.from,
          below: Math.min(heights.below, below),
          limit,
        }),
    });
    return {
      nextPageToken: page.nextPageToken,
      searchedTo: searchedTo(page, (height) => height),
      blocks: page.rows.map((block) => presentBlock(context, block)),
    };
  });

export const getBlock: Handler<typeof contract.getBlock> = async (request) => {
  const { chain, block } = await requireBlock(request);
  return presentBlock(chain, block);
};

/** A block as an item of a list. */
export function presentBlock(
  chain: Pick<EvmContext, "evmChainId" | "history" | "dialect">,
  block: EvmBlockTable,
): contract.EvmBlock {
  const { evmChainId, dialect } = chain;
  // Before the first block there is no transaction.
  const isCounted = block.height === 0 || partialHistory(chain) === undefined;
  const cumulativeTransactions = isCounted ? String(block.tx_total) : dialect.unknownText;
  const amount = (column: Uint8Array | null) => (column === null ? "0" : String(amountOf(column)));
  return {
    chainId: evmChainId,
    blockNumber: String(block.height),
    blockTimestamp: block.time,
    blockTimestampMilliseconds: block.time_ms ?? undefined,
    blockHash: toHex(block.hash),
    txCount: block.tx_count,
    baseFee: amount(block.base_fee),
    gasUsed: String(block.gas_used),
    gasLimit: String(block.gas_limit),
    gasCost: amount(block.gas_cost),
    parentHash: toHex(block.parent_hash),
    feesSpent: amount(block.fees),
    feeRecipient: formatEvmAddress(block.miner),
    cumulativeTransactions,
  };
}
