import { z } from "zod";
import { route } from "../route";
import { evmAddressParameter, evmChainIdParameter, evmNetworkParameter, networkToken } from "./evm";
import { listParameter } from "./parameters";

const FEATURES = ["nftIndexing", "webhooks", "teleporter"] as const;

/** An EVM chain that this Firn serves. */
export const supportedChain = z
  .object({
    /** EVM chain id, decimal. */
    chainId: z.string(),
    /** Whether the chain's node answers now. */
    status: z.enum(["OK", "UNAVAILABLE"]),
    chainName: z.string(),
    description: z.string(),
    platformChainId: z.string().optional(),
    subnetId: z.string().optional(),
    vmId: z.string().optional(),
    vmName: z.enum(["EVM", "BITCOIN", "ETHEREUM"]),
    explorerUrl: z.string().optional(),
    rpcUrl: z.string(),
    wsUrl: z.string().optional(),
    isTestnet: z.boolean(),
    utilityAddresses: z.object({ multicall: z.string().optional() }).optional(),
    networkToken,
    chainLogoUri: z.string().optional(),
    private: z.boolean().optional(),
    enabledFeatures: z.array(z.enum(FEATURES)).optional(),
  })
  .meta({ id: "ChainInfo" });

export const supportedChains = route({
  method: "get",
  path: "/v1/chains",
  operationId: "supportedChains",
  tag: "EVM Chains",
  summary: "List chains",
  params: z.object({}),
  query: z.object({
    network: evmNetworkParameter,
    feature: listParameter(FEATURES, `one of ${FEATURES.join(", ")}`).optional(),
  }),
  response: z.object({ chains: z.array(supportedChain) }).meta({ id: "ListChainsResponse" }),
});

export const getChainInfo = route({
  method: "get",
  path: "/v1/chains/{chainId}",
  operationId: "getChainInfo",
  tag: "EVM Chains",
  summary: "Get chain information",
  params: z.object({ chainId: evmChainIdParameter }),
  query: z.object({}),
  response: supportedChain,
});

export const listAddressChains = route({
  method: "get",
  path: "/v1/address/{address}/chains",
  operationId: "listAddressChains",
  tag: "EVM Chains",
  summary: "List all chains associated with a given address",
  description:
    "The indexed chains on which an address sent or received a transaction or a token. Chains that are not indexed are not known.",
  params: z.object({ address: evmAddressParameter }),
  query: z.object({}),
  response: z.object({ indexedChains: z.array(supportedChain) }).meta({ id: "ListAddressChainsResponse" }),
});

/** The same route at its older address. */
export const getAddressChains = {
  ...listAddressChains,
  path: "/v1/chains/address/{address}",
  operationId: "getAddressChains",
  deprecated: true,
};
