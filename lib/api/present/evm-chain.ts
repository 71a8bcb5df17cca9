import type { z } from "zod";
import type { networkToken, supportedChain } from "../../contract/data/evm-chains";
import type { EvmFacts } from "../../store/evm-facts";

/** Every EVM chain of Avalanche counts its own token in wei. */
const DECIMALS = 18;

/** A chain's own token. */
export function networkTokenOf({ tokenName, tokenSymbol }: EvmFacts): z.infer<typeof networkToken> {
  return { name: tokenName ?? "Native token", symbol: tokenSymbol ?? "", decimals: DECIMALS };
}

/** A chain as the list of chains shows it. `reachable`: its node answered last time. */
export function presentChain(
  facts: EvmFacts,
  { isTestnet, reachable }: { isTestnet: boolean; reachable: boolean },
): z.infer<typeof supportedChain> {
  const { evmChainId = "", blockchainId, subnetId, vmId, name, rpcUrl } = facts;
  return {
    chainId: evmChainId,
    status: reachable ? "OK" : "UNAVAILABLE",
    chainName: name ?? `EVM chain ${evmChainId}`,
    description: "",
    ...(blockchainId === undefined ? {} : { platformChainId: blockchainId }),
    ...(subnetId === undefined ? {} : { subnetId }),
    ...(vmId === undefined ? {} : { vmId }),
    vmName: "EVM",
    rpcUrl: rpcUrl ?? "",
    isTestnet,
    networkToken: networkTokenOf(facts),
    private: false,
    enabledFeatures: [],
  };
}
