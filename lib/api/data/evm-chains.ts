import type * as contract from "../../contract/data/evm-chains";
import type { Handler } from "../handler";
import { presentChain } from "../present/evm-chain";

export const supportedChains: Handler<typeof contract.supportedChains> = async ({
  query,
  read,
  evmChains,
}) => {
  const facts = await evmChains.list();
  if (facts.length === 0) return { chains: [] };
  const servedAs = await read(async ({ network }) => network.servedAs);
  const asked = query.network === "testnet" ? "fuji" : query.network;
  if (asked !== undefined && asked !== servedAs) return { chains: [] };
  const chains = facts.map((each) =>
    presentChain(each, { isTestnet: servedAs !== "mainnet", reachable: true }),
  );
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
