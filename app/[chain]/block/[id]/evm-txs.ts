import { findEvmChain } from "@/app/[chain]/evm-chain";
import { readEvmBlock } from "@/app/[chain]/evm-read";
import { api, failureOf, toResult } from "@/app/server";
import type { EvmBlockTxsProps } from "@/components/evm/block/block-txs";
import type { ListPosition } from "@/components/list/position";
import type { ShownFailure } from "@/components/state/failure";
import { getTransactionsForBlock } from "@/lib/contract/data/evm-transactions";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";

const PAGE_ROWS = 25;

/**
 * Transactions of a block of an EVM chain, `c` or an EVM chain id; undefined until Firn has indexed them, which is
 * after the block itself. An error is returned as a value, so that the rest of the page still shows.
 */
export async function readEvmBlockTxs(
  segment: string,
  height: number,
  position: ListPosition,
): Promise<EvmBlockTxsProps | ShownFailure | undefined> {
  const chain = await toResult(findEvmChain(segment));
  if (chain instanceof FirnError) return failureOf(chain);
  if (chain === undefined) return undefined;
  const params = { chainId: chain.evmChainId, blockId: String(height) };
  const from = position.list === "txs" ? position.from : 1;
  const query = { pageSize: PAGE_ROWS, ...(from > 1 && { after: from - 2 }) };
  const found = await toResult(
    Promise.all([
      api().get(getTransactionsForBlock, { params, query }),
      readEvmBlock(chain.evmChainId, params.blockId),
    ]),
  );
  if (found instanceof FirnError) return found.code === "NOT_FOUND" ? undefined : failureOf(found);
  const [first, { feesSpent, txCount }] = found;
  return {
    chain,
    height,
    path: fillRoute(getTransactionsForBlock, { params, query }),
    first,
    isStart: from === 1,
    count: txCount,
    executed: { failed: first.failedCount ?? 0, feesWei: feesSpent },
  };
}
