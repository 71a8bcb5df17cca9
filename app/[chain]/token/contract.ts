import { api, readStatus } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import type { MediaSchemes } from "@/components/evm/nft/metadata-state";
import type { NftPage } from "@/components/evm/nft/nft-page";
import type { HolderPage } from "@/components/evm/token/holder-list";
import { listCollectibleBalances } from "@/lib/contract/data/evm-balances";
import type { EvmContract } from "@/lib/contract/data/evm-contracts";
import { listTokens } from "@/lib/contract/data/nfts";
import { type FirnToken, getToken, listTokenHolders } from "@/lib/contract/firn/tokens";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";

const PAGE_ROWS = 25;

/** A contract with its chain. */
export interface LoadedContract {
  chain: EvmChain;
  contract: EvmContract;
}

/** Whether a standard's tokens have ids. */
export function isNftCollection(ercType: EvmContract["ercType"]): boolean {
  return ercType === "ERC-721" || ercType === "ERC-1155";
}

/** Tokens of a collection after one of them, and the path on this origin that serves them. @throws FirnError */
export async function readNfts(
  { evmChainId }: EvmChain,
  address: string,
  { owner, after }: { owner?: string | undefined; after?: string | undefined },
): Promise<{ page: NftPage; path: string }> {
  if (owner === undefined) {
    const params = { chainId: evmChainId, address };
    const request = { params, query: { ...(after !== undefined && { after }), pageSize: PAGE_ROWS } };
    return { page: await api().get(listTokens, request), path: fillRoute(listTokens, request) };
  }
  const query = {
    contractAddress: address,
    ...(after !== undefined && { after: `${address}-${after}` }),
    pageSize: PAGE_ROWS,
  };
  const request = { params: { chainId: evmChainId, address: owner }, query };
  return {
    page: await api().get(listCollectibleBalances, request),
    path: fillRoute(listCollectibleBalances, request),
  };
}

/** Schemes of token images that Firn fetches. */
export async function readMediaSchemes(): Promise<MediaSchemes> {
  const status = await readStatus();
  return (status instanceof FirnError ? undefined : status.media) ?? [];
}

/** Totals from a token's transfers. @throws FirnError NOT_FOUND for a contract whose tokens never moved */
export function readToken(chainId: string, address: string): Promise<FirnToken> {
  return api().get(getToken, { params: { chainId, address } });
}

/** Holders after one of them, and the path on this origin that serves them. @throws FirnError */
export async function readHolders(
  chainId: string,
  address: string,
  after: string | undefined,
): Promise<{ page: HolderPage; path: string }> {
  const request = {
    params: { chainId, address },
    query: { pageSize: PAGE_ROWS, ...(after !== undefined && { after }) },
  };
  return { page: await api().get(listTokenHolders, request), path: fillRoute(listTokenHolders, request) };
}
