import { findEvmChain } from "@/app/[chain]/evm-chain";
import { api, servedNetwork, settle } from "@/app/server";
import { evmQueryOf, type ListedBlockPage, withEvm } from "@/components/list/block/listed-blocks";
import type { BlockListParams } from "@/components/list/list-params";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { getLatestBlocks } from "@/lib/contract/data/evm-blocks";
import {
  type ListPrimaryNetworkBlocksResponse,
  listLatestPrimaryNetworkBlocks,
} from "@/lib/contract/data/primary-network-blocks";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";

/** A page of blocks and the path under which this origin serves it and what follows. */
export interface BlockListPage {
  page: ListPrimaryNetworkBlocksResponse;
  path: string;
}

/** How many blocks, and after which. */
interface Paging {
  pageSize: number;
  pageToken?: string | undefined;
}

/** Blocks at a position, newest first. @throws FirnError */
export async function readBlocks(
  chain: Chain,
  position: BlockListParams,
  { pageSize, pageToken }: Paging,
): Promise<BlockListPage> {
  const request = {
    params: { network: await servedNetwork(), blockchainId: CHAINS[chain].apiName },
    query: {
      before: position.before,
      startTimestamp: position.from,
      endTimestamp: position.to,
      pageSize,
      pageToken,
    },
  };
  const page = await api().get(listLatestPrimaryNetworkBlocks, request);
  return { page, path: fillRoute(listLatestPrimaryNetworkBlocks, request) };
}

/** The same with the EVM side of the C-Chain's, and the path of the list that has it: absent while none of it is read. */
export interface ListedBlocks {
  page: ListedBlockPage;
  path: string;
  evmPath?: string;
}

/** @throws FirnError when the blocks themselves can't be had */
export async function readListedBlocks(
  chain: Chain,
  position: BlockListParams,
  paging: Paging,
): Promise<ListedBlocks> {
  const { page, path } = await readBlocks(chain, position, paging);
  const evm = chain === "c" ? await settle(findEvmChain("c")) : undefined;
  const query = evmQueryOf(page);
  if (evm === undefined || evm instanceof FirnError || query === undefined) return { page, path };
  const params = { chainId: evm.evmChainId };
  const found = await settle(api().get(getLatestBlocks, { params, query }));
  if (found instanceof FirnError) return { page, path };
  const complete = withEvm(page, found.blocks);
  const isRead = complete.blocks.some((block) => block.evm !== undefined);
  return { page: complete, path, ...(isRead && { evmPath: fillRoute(getLatestBlocks, { params }) }) };
}
