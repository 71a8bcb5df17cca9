import { api } from "@/app/server";
import type { EvmBlockPage } from "@/components/evm/block/block-list";
import type { EvmChain } from "@/components/evm/chain";
import type { BlockListParams } from "@/components/list/list-params";
import { getLatestBlocks } from "@/lib/contract/data/evm-blocks";
import { fillRoute } from "@/lib/contract/route";

/** Blocks of an EVM chain at a position, newest first, and the path on this origin that serves them. @throws FirnError */
export async function readEvmBlocks(
  { evmChainId }: Pick<EvmChain, "evmChainId">,
  { before, from, to }: BlockListParams,
  paging: { pageSize: number; pageToken?: string | undefined },
): Promise<{ page: EvmBlockPage; path: string }> {
  const request = {
    params: { chainId: evmChainId },
    query: { before, startTimestamp: from, endTimestamp: to, ...paging },
  };
  return { page: await api().get(getLatestBlocks, request), path: fillRoute(getLatestBlocks, request) };
}
