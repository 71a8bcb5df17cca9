import { cache } from "react";
import { findEvmChain } from "@/app/[chain]/evm-chain";
import { api, toResult } from "@/app/server";
import { type EvmChain, isEvmHash } from "@/components/evm/chain";
import { type EvmBlock, getBlock } from "@/lib/contract/data/evm-blocks";
import { type EvmContract, getContractMetadata } from "@/lib/contract/data/evm-contracts";
import { getTokenDetails, type NftToken } from "@/lib/contract/data/nfts";
import { type FirnEvmTransaction, getEvmTransaction } from "@/lib/contract/firn/evm-transactions";
import { FirnError } from "@/lib/errors";

/** An EVM transaction by hash, without its lists. @throws FirnError */
export const readEvmTx: (chainId: string, txHash: string) => Promise<FirnEvmTransaction> = cache(
  (chainId, txHash) => api().get(getEvmTransaction, { params: { chainId, txHash } }),
);

/** An EVM block by height or hash. @throws FirnError */
export const readEvmBlock: (chainId: string, blockId: string) => Promise<EvmBlock> = cache(
  (chainId, blockId) => api().get(getBlock, { params: { chainId, blockId } }),
);

/** What is known of a contract. `ercType` is UNKNOWN if it is not a token. @throws FirnError */
export const readContract: (chainId: string, address: string) => Promise<EvmContract> = cache(
  (chainId, address) => api().get(getContractMetadata, { params: { chainId, address } }),
);

/** One token of a collection. @throws FirnError */
export const readNft: (chainId: string, address: string, tokenId: string) => Promise<NftToken> = cache(
  (chainId, address, tokenId) => api().get(getTokenDetails, { params: { chainId, address, tokenId } }),
);

/**
 * The EVM transaction that a page's address names. Undefined if there is none: on the C-Chain it may still be an atomic
 * transaction in hex. @throws FirnError if it could not be read
 */
export async function findEvmTx(
  segment: string,
  text: string,
): Promise<{ chain: EvmChain; detail: FirnEvmTransaction } | undefined> {
  if (!isEvmHash(text)) return undefined;
  const chain = await findEvmChain(segment);
  if (chain === undefined) return undefined;
  const detail = await toResult(readEvmTx(chain.evmChainId, text.toLowerCase()));
  if (!(detail instanceof FirnError)) return { chain, detail };
  if (detail.code === "NOT_FOUND") return undefined;
  throw detail;
}
