import { notFound } from "next/navigation";
import { findEvmChain } from "@/app/[chain]/evm-chain";
import { readContract } from "@/app/[chain]/evm-read";
import { api } from "@/app/server";
import { type EvmChain, isEvmAddress } from "@/components/evm/chain";
import type { NftListParams } from "@/components/evm/list-params";
import type { NftPage } from "@/components/evm/nft-list";
import type { EvmContract } from "@/lib/contract/data/evm-contracts";
import { listTokens } from "@/lib/contract/data/nfts";
import { fillRoute } from "@/lib/contract/route";

const PAGE_ROWS = 25;

/** A contract with the chain it stands on. */
export interface LoadedContract {
  chain: EvmChain;
  contract: EvmContract;
}

/** The contract an address of a page names; what is no address answers 404. @throws FirnError */
export async function loadContract(segment: string, address: string): Promise<LoadedContract> {
  const chain = await findEvmChain(segment);
  if (chain === undefined || !isEvmAddress(address)) notFound();
  return { chain, contract: await readContract(chain.evmChainId, address) };
}

/** Whether a standard's tokens are told apart by an id. */
export function isNftCollection(ercType: EvmContract["ercType"]): boolean {
  return ercType === "ERC-721" || ercType === "ERC-1155";
}

/** Tokens of a collection from a position on, and the path under which this origin serves them. @throws FirnError */
export async function readNfts(
  { evmChainId }: EvmChain,
  address: string,
  position: NftListParams,
): Promise<{ page: NftPage; path: string }> {
  const request = { params: { chainId: evmChainId, address }, query: { ...position, pageSize: PAGE_ROWS } };
  return { page: await api().get(listTokens, request), path: fillRoute(listTokens, request) };
}
