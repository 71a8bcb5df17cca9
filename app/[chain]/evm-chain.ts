import { cache } from "react";
import { requireStatus } from "@/app/[chain]/read";
import { api, toResult } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { cleanName } from "@/components/ui/name";
import { supportedChains } from "@/lib/contract/data/evm-chains";
import { FirnError } from "@/lib/errors";

/** Firn's name for the EVM side of the C-Chain. */
const C_CHAIN = "C-Chain";

/** Name of a token whose chain gives none. */
const UNNAMED = "coins";

/** The EVM chains that Firn has started to index. @throws FirnError */
export const readEvmChains: () => Promise<EvmChain[]> = cache(async () => {
  const [{ chains }, { network, streams }] = await Promise.all([
    api().get(supportedChains, { params: {} }),
    requireStatus(),
  ]);
  return chains.map(({ chainId, chainName, platformChainId, subnetId, networkToken, rpcUrl }) => {
    // Anyone may call a chain "C-Chain", so the name counts only while ids are unknown.
    const isC =
      platformChainId === undefined || network.cChainId === undefined
        ? chainName === C_CHAIN
        : platformChainId === network.cChainId;
    const history = streams.find(({ evm }) => evm?.chainId === chainId)?.evm?.history;
    return {
      evmChainId: chainId,
      segment: isC ? "c" : chainId,
      // Free text, which anybody may have written.
      name: cleanName(chainName),
      symbol: cleanName(networkToken.symbol ?? "", 12) || UNNAMED,
      tag: isC ? "C" : "L1",
      rpcUrl,
      ...(platformChainId !== undefined && { blockchainId: platformChainId }),
      ...(!isC && subnetId !== undefined && { subnetId }),
      ...(history !== undefined && { history }),
    };
  });
});

/**
 * The chain of an address: `c`, an EVM chain id or a blockchain id. Undefined if Firn has indexed none of it.
 * @throws FirnError
 */
export async function findEvmChain(segment: string): Promise<EvmChain | undefined> {
  return (await readEvmChains()).find(({ segment: own, evmChainId, blockchainId }) =>
    [own, evmChainId, blockchainId].includes(segment),
  );
}

/** Chains other than the C-Chain, for the shell's lists. Empty if they could not be read. */
export async function listL1Chains(): Promise<EvmChain[]> {
  const chains = await toResult(readEvmChains());
  return chains instanceof FirnError ? [] : chains.filter(({ tag }) => tag === "L1");
}
