import type * as contract from "../../contract/metrics/chains";
import { InputError } from "../../errors";
import type { EvmFacts } from "../../store/bookkeeping/evm-facts";
import { includesNetwork, networkOf } from "../data/evm-chains";
import type { Handler, HandlerRequest } from "../handler";
import { presentChainName } from "../present/evm/chain";

export const listChains: Handler<typeof contract.listChains> = async (request) => {
  const all = await request.evmChains.list();
  if (all.length === 0) return { chains: [] };
  const servedAs = await networkOf(request);
  if (!includesNetwork(request.query.network, servedAs)) return { chains: [] };
  return { chains: all.flatMap((facts) => present(facts, servedAs, request) ?? []) };
};

export const getChain: Handler<typeof contract.getChain> = async (request) => {
  const facts = await request.readEvm(request.params.chainId, async (chain) => chain.facts);
  const chain = present(facts, await networkOf(request), request);
  if (chain) return chain;
  throw new InputError("NOT_FOUND", `the blockchain id of chain ${facts.evmChainId} is not known`, {
    hint: "name the chain by its blockchain id in FIRN_EVM_CHAINS",
  });
};

/** Undefined when the chain's blockchain id is not known. */
function present(
  facts: EvmFacts,
  servedAs: string,
  { service }: Pick<HandlerRequest<typeof contract.listChains>, "service">,
): contract.MetricsChain | undefined {
  const { evmChainId, blockchainId, subnetId } = facts;
  if (evmChainId === undefined || blockchainId === undefined || subnetId === undefined) return undefined;
  return {
    evmChainId: Number(evmChainId),
    chainName: presentChainName(facts, service.labels.of(evmChainId).chain),
    blockchainId,
    subnetId,
    network: servedAs === "mainnet" ? "mainnet" : "testnet",
  };
}
