import { searchOn } from "@/app/[chain]/search-on";
import { api } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import type { BlockListParams } from "@/components/list/list-params";
import { getLatestBlocks } from "@/lib/contract/data/evm-blocks";
import { fillRoute, type RouteBody } from "@/lib/contract/route";

/**
 * Blocks of an EVM chain at a position, newest first, and the path on this origin that serves them. An empty page that goes on means
 * that nothing was found yet.
 * @throws FirnError
 */
export async function readEvmBlocks(
  { evmChainId }: Pick<EvmChain, "evmChainId">,
  { before, from, to, txs, full }: BlockListParams,
  { pageSize, pageToken }: { pageSize: number; pageToken?: string | undefined },
): Promise<{ page: RouteBody<typeof getLatestBlocks>; path: string }> {
  const params = { chainId: evmChainId };
  const query = {
    before,
    startTimestamp: from,
    endTimestamp: to,
    pageSize,
    minTransactions: txs,
    minGasPercent: full,
  };
  const page = await searchOn(
    (token = pageToken) => api().get(getLatestBlocks, { params, query: { ...query, pageToken: token } }),
    ({ blocks }) => blocks,
  );
  return { page, path: fillRoute(getLatestBlocks, { params, query }) };
}
