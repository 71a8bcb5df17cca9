import { cache } from "react";
import { requireStatus } from "@/app/[chain]/read";
import { api, toResult } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { supportedChains } from "@/lib/contract/data/evm-chains";
import { FirnError } from "@/lib/errors";

/** Firn's name for the EVM side of the C-Chain. */
const C_CHAIN = "C-Chain";

/** Name of a token whose chain gives none. */
const UNNAMED = "coins";

/** The EVM chains that Firn has started to index. @throws FirnError */
export const readEvmChains: () => Promise<EvmChain[]> = cache(async () => {
  const [{ chains }, { network }] = await Promise.all([
    api().get(supportedChains, { params: {} }),
    requireStatus(),
  ]);
  return chains.map(({ chainId, chainName, platformChainId, subnetId, networkToken, rpcUrl }) => {
    // Anyone may call a chain "C-Chain", so the name counts only while ids are unknown.
    const isC =
      platformChainId === undefined || network.cChainId === undefined
        ? chainName === C_CHAIN
        : platformChainId === network.cChainId;
    return {
      evmChainId: chainId,
      segment: isC ? "c" : chainId,
      name: chainName,
      symbol: networkToken.symbol || UNNAMED,
      tag: isC ? "C" : "L1",
      rpcUrl,
      ...(platformChainId !== undefined && { blockchainId: platformChainId }),
      ...(!isC && subnetId !== undefined && { subnetId }),
    };
  });
});

/** The chain of an address: `c` or an EVM chain id. Undefined if Firn has indexed none of it. @throws FirnError */
export async function findEvmChain(segment: string): Promise<EvmChain | undefined> {
  return (await readEvmChains()).find((chain) => [chain.segment, chain.evmChainId].includes(segment));
}

/** Chains other than the C-Chain, for the shell's lists. Empty if they could not be read. */
export async function listL1Chains(): Promise<EvmChain[]> {
  const chains = await toResult(readEvmChains());
  return chains instanceof FirnError ? [] : chains.filter(({ tag }) => tag === "L1");
}
