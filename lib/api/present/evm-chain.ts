import type { z } from "zod";
import { formatId, PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import type { networkToken } from "../../contract/data/evm";
import type { supportedChain } from "../../contract/data/evm-chains";
import type { EvmFacts } from "../../store/evm-facts";

/** Every EVM chain of Avalanche counts its own token in wei. */
const DECIMALS = 18;

/** A chain's own token. */
export function networkTokenOf({ tokenName, tokenSymbol }: EvmFacts): z.infer<typeof networkToken> {
  return { name: tokenName ?? "Native token", symbol: tokenSymbol ?? "", decimals: DECIMALS };
}

/** What Firn serves of every chain; webhooks it has none. */
const FEATURES = ["nftIndexing", "teleporter"] as const;

/** Whether it is the one of the Primary Network: anybody may call a chain so. */
export function isCChain({ subnetId }: EvmFacts): boolean {
  return subnetId === PRIMARY;
}

const PRIMARY = formatId(PRIMARY_NETWORK_ID);

/** A chain as the list of chains shows it. `answers`: its node does, now. */
export function presentChain(
  facts: EvmFacts,
  { isTestnet, answers }: { isTestnet: boolean; answers: boolean },
): z.infer<typeof supportedChain> {
  const { evmChainId = "", blockchainId, subnetId, vmId, name, rpcUrl } = facts;
  return {
    chainId: evmChainId,
    status: answers ? "OK" : "UNAVAILABLE",
    chainName: name ?? `EVM chain ${evmChainId}`,
    description: isCChain(facts) ? "Contract chain of the Primary Network" : "",
    ...(blockchainId === undefined ? {} : { platformChainId: blockchainId }),
    ...(subnetId === undefined ? {} : { subnetId }),
    ...(vmId === undefined ? {} : { vmId }),
    vmName: "EVM",
    rpcUrl: rpcUrl ?? "",
    isTestnet,
    networkToken: networkTokenOf(facts),
    private: false,
    enabledFeatures: [...FEATURES],
  };
}
