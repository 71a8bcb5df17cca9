import type * as contract from "../../contract/data/evm-chains";
import { readEvmStream } from "../../store/queries/evm/stream";
import type { Handler } from "../handler";
import { presentChain } from "../present/evm-chain";

export const supportedChains: Handler<typeof contract.supportedChains> = async ({
  query,
  read,
  readEvm,
  evmChains,
}) => {
  const facts = await evmChains.list();
  if (facts.length === 0) return { chains: [] };
  const servedAs = await read(async ({ network }) => network.servedAs);
  const asked = query.network === "testnet" ? "fuji" : query.network;
  if (asked !== undefined && asked !== servedAs) return { chains: [] };
  const chains = [];
  for (const each of facts) {
    const { status } = await readEvm(each.evmChainId ?? "", ({ db }) => readEvmStream(db));
    const reachable = status?.node_reachable === 1;
    chains.push(presentChain(each, { isTestnet: servedAs !== "mainnet", reachable }));
  }
  const { feature } = query;
  return {
    chains:
      feature === undefined
        ? chains
        : chains.filter(({ enabledFeatures = [] }) =>
            feature.every((wanted) => enabledFeatures.includes(wanted)),
          ),
  };
};
