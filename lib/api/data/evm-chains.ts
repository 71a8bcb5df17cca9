import type * as contract from "../../contract/data/evm-chains";
import type { EvmFacts } from "../../store/evm-facts";
import type { Handler, HandlerRequest } from "../handler";
import { presentChain } from "../present/evm-chain";

export const supportedChains: Handler<typeof contract.supportedChains> = async (request) => {
  const { network, feature = [] } = request.query;
  const all = await request.evmChains.list();
  if (all.length === 0) return { chains: [] };
  const servedAs = await networkOf(request);
  const asked = network === "testnet" ? "fuji" : network;
  if (asked !== undefined && asked !== servedAs) return { chains: [] };
  const chains = await Promise.all(all.map((facts) => present(facts, { servedAs, ...request })));
  return {
    chains: chains.filter(({ enabledFeatures = [] }) =>
      feature.every((wanted) => enabledFeatures.includes(wanted)),
    ),
  };
};

export const getChainInfo: Handler<typeof contract.getChainInfo> = async (request) => {
  const facts = await request.readEvm(request.params.chainId, async (chain) => chain.facts);
  return present(facts, { servedAs: await networkOf(request), ...request });
};

type Asked = Pick<HandlerRequest<typeof contract.supportedChains>, "read" | "evmChains" | "service">;

/** Every chain of a Firn is of the one network that its node is of. */
function networkOf({ read }: Pick<Asked, "read">): Promise<"mainnet" | "fuji"> {
  return read(async ({ network }) => network.servedAs);
}

async function present(facts: EvmFacts, { servedAs, evmChains, service }: { servedAs: string } & Asked) {
  const { answers } = await evmChains.nodes.look(facts);
  const label = service.labels.of(facts.evmChainId ?? "").chain;
  return presentChain(facts, { isTestnet: servedAs !== "mainnet", answers, label });
}
