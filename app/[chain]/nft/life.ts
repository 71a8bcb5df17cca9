import { api } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import type { HolderPage } from "@/components/evm/token/holder-list";
import type { TransferPage } from "@/components/evm/token/transfer-list";
import type { NftToken } from "@/lib/contract/data/nfts";
import { type FirnNft, getNft, listNftHolders, listNftTransfers } from "@/lib/contract/firn/nfts";
import { fillRoute } from "@/lib/contract/route";

const PAGE_ROWS = 25;

/** What Firn knows of a token besides its metadata. @throws FirnError */
export function readNftLife({ evmChainId }: EvmChain, { address, tokenId }: NftToken): Promise<FirnNft> {
  return api().get(getNft, { params: { chainId: evmChainId, address, tokenId } });
}

/** A token's transfers after one of them, and the path on this origin that serves them. @throws FirnError */
export async function readHistory(
  { evmChainId }: EvmChain,
  { address, tokenId }: NftToken,
  before: string,
): Promise<{ page: TransferPage; path: string }> {
  const request = {
    params: { chainId: evmChainId, address, tokenId },
    query: { pageSize: PAGE_ROWS, ...(before !== "" && { before }) },
  };
  return { page: await api().get(listNftTransfers, request), path: fillRoute(listNftTransfers, request) };
}

/** Holders of an ERC-1155 token after one of them, and the path on this origin that serves them. @throws FirnError */
export async function readNftHolders(
  { evmChainId }: EvmChain,
  { address, tokenId }: NftToken,
  after: string,
): Promise<{ page: HolderPage; path: string }> {
  const request = {
    params: { chainId: evmChainId, address, tokenId },
    query: { pageSize: PAGE_ROWS, ...(after !== "" && { after }) },
  };
  return { page: await api().get(listNftHolders, request), path: fillRoute(listNftHolders, request) };
}
