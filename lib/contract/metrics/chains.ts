import { z } from "zod";
import { evmChainIdParameter, evmNetworkParameter } from "../data/evm";
import { route } from "../route";

/** An EVM chain with metrics. */
export const metricsChain = z
  .object({
    evmChainId: z.number(),
    chainName: z.string(),
    blockchainId: z.string(),
    subnetId: z.string(),
    network: z.enum(["mainnet", "testnet"]),
  })
  .meta({ id: "Chain" });
export type MetricsChain = z.infer<typeof metricsChain>;

export const listChains = route({
  method: "get",
  path: "/v2/chains",
  api: "metrics",
  operationId: "listChains",
  tag: "EVM Chains",
  summary: "Get a list of supported blockchains",
  description: "All on one page. Chains known only by an RPC URL, without a blockchain id, are left out.",
  params: z.object({}),
  query: z.object({ network: evmNetworkParameter }),
  response: z.object({ chains: z.array(metricsChain) }).meta({ id: "MetricsListChainsResponse" }),
});

export const getChain = route({
  method: "get",
  path: "/v2/chains/{chainId}",
  api: "metrics",
  operationId: "getChain",
  tag: "EVM Chains",
  summary: "Get chain information for supported blockchain",
  params: z.object({ chainId: evmChainIdParameter }),
  query: z.object({}),
  response: metricsChain,
});
