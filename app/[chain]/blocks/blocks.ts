import { readEvmBlocks } from "@/app/[chain]/blocks/evm-blocks";
import { findEvmChain } from "@/app/[chain]/evm-chain";
import { searchOn } from "@/app/[chain]/search-on";
import { api, servedNetwork, toResult } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { BLOCK_BYTES } from "@/components/list/block/fullness";
import {
  acceptedQueryOf,
  evmQueryOf,
  type FoundBlockPage,
  type ListedBlockPage,
  withAccepted,
  withEvm,
} from "@/components/list/block/listed-blocks";
import type { BlockListParams } from "@/components/list/list-params";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { getLatestBlocks } from "@/lib/contract/data/evm-blocks";
import {
  type ListPrimaryNetworkBlocksResponse,
  listLatestPrimaryNetworkBlocks,
} from "@/lib/contract/data/primary-network-blocks";
import { listBlocksAt } from "@/lib/contract/firn/blocks";
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
  const params = { network: await servedNetwork(), blockchainId: CHAINS[chain].apiName };
  const { before, from, to, txs, full } = position;
  const query = {
    before,
    startTimestamp: from,
    endTimestamp: to,
    minTransactions: txs,
    minSizeBytes: full === undefined ? undefined : Math.ceil((full * BLOCK_BYTES) / 100),
    pageSize,
  };
  const page = await searchOn(
    (token = pageToken) =>
      api().get(listLatestPrimaryNetworkBlocks, { params, query: { ...query, pageToken: token } }),
    ({ blocks }) => blocks,
  );
  return { page, path: fillRoute(listLatestPrimaryNetworkBlocks, { params, query }) };
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

/**
 * The EVM chain that lists the blocks of a search: how full a block of the C-Chain is, and how many transactions it has, is known of
 * its EVM side. Undefined for other lists, and while that is not indexed.
 */
export async function searchedEvmChain(
  chain: Chain,
  { txs, full }: BlockListParams,
): Promise<EvmChain | undefined> {
  if (chain !== "c" || (txs ?? full) === undefined) return undefined;
  const evm = await toResult(findEvmChain("c"));
  return evm instanceof FirnError ? undefined : evm;
}

/** Blocks of a search of the C-Chain's EVM side, as lists show them, and the paths that serve them. @throws FirnError */
export async function readFoundBlocks(
  evm: EvmChain,
  position: BlockListParams,
  paging: Paging,
): Promise<{ page: FoundBlockPage; path: string; acceptedPath: string }> {
  const { page, path } = await readEvmBlocks(evm, position, paging);
  const params = { blockchainId: CHAINS.c.apiName };
  const query = acceptedQueryOf(page);
  const accepted = query && (await toResult(api().get(listBlocksAt, { params, query })));
  const isKnown = accepted !== undefined && !(accepted instanceof FirnError);
  // Every page has heights of its own.
  const [acceptedPath = ""] = fillRoute(listBlocksAt, { params, query: { heights: "0" } }).split("?");
  return {
    page: isKnown ? withAccepted(page, accepted.blocks) : page,
    path,
    acceptedPath,
  };
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
