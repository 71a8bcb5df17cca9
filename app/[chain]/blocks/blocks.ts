import { findEvmChain } from "@/app/[chain]/evm-chain";
import { api, servedNetwork, toResult } from "@/app/server";
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

/** A page of blocks, and the path on this origin that serves it and the next ones. */
export interface BlockListPage {
  page: ListPrimaryNetworkBlocksResponse;
  path: string;
}

/** Number of blocks, and the token they start at. */
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

/**
 * A page of blocks with the EVM side of the C-Chain's, and the path of the list that has it. The path is absent while
 * none of it is indexed.
 */
export interface ListedBlocks {
  page: ListedBlockPage;
  path: string;
  evmPath?: string;
}

/** Blocks as lists show them. @throws FirnError if the blocks themselves could not be read */
export async function readListedBlocks(
  chain: Chain,
  position: BlockListParams,
  paging: Paging,
): Promise<ListedBlocks> {
  const { page, path } = await readBlocks(chain, position, paging);
  const evm = chain === "c" ? await toResult(findEvmChain("c")) : undefined;
  const query = evmQueryOf(page);
  if (evm === undefined || evm instanceof FirnError || query === undefined) return { page, path };
  const params = { chainId: evm.evmChainId };
  const found = await toResult(api().get(getLatestBlocks, { params, query }));
  if (found instanceof FirnError) return { page, path };
  const complete = withEvm(page, found.blocks);
  const isRead = complete.blocks.some((block) => block.evm !== undefined);
  return { page: complete, path, ...(isRead && { evmPath: fillRoute(getLatestBlocks, { params }) }) };
}
