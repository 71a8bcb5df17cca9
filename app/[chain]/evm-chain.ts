import { cache } from "react";
import { requireStatus } from "@/app/[chain]/read";
import { api, settle } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { supportedChains } from "@/lib/contract/data/evm-chains";
import { FirnError } from "@/lib/errors";

/** Name under which Firn keeps the EVM side of the C-Chain. */
const C_CHAIN = "C-Chain";

/** How pages call a token whose chain names none. */
const UNNAMED = "coins";

/** The EVM chains this Firn has indexed something of. @throws FirnError */
export const readEvmChains: () => Promise<EvmChain[]> = cache(async () => {
  const [{ chains }, { network }] = await Promise.all([
    api().get(supportedChains, { params: {} }),
    requireStatus(),
  ]);
  return chains.map(({ chainId, chainName, platformChainId, subnetId, networkToken, rpcUrl }) => {
    // Anybody may call a chain "C-Chain": the name counts only while ids are not known.
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

/** The chain of an address: `c` or an EVM chain id. Undefined when none of it is indexed. @throws FirnError */
export async function findEvmChain(segment: string): Promise<EvmChain | undefined> {
  return (await readEvmChains()).find((chain) => [chain.segment, chain.evmChainId].includes(segment));
}

/** Chains beside the C-Chain, for the shell's lists; none when they can't be asked for. */
export async function listL1Chains(): Promise<EvmChain[]> {
  const chains = await settle(readEvmChains());
  return chains instanceof FirnError ? [] : chains.filter(({ tag }) => tag === "L1");
}
