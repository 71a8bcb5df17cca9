import { fromHex } from "../../avalanche/codec/bytes";
import type * as contract from "../../contract/data/evm-chains";
import type { EvmFacts } from "../../store/bookkeeping/evm-facts";
import { listAddressTransactions, NEWEST_ITEM } from "../../store/queries/evm/activity";
import { findAddressId } from "../../store/queries/evm/address";
import { findLastMonths } from "../../store/queries/evm/deployer";
import { partialHistory } from "../evm/history";
import type { EvmContext, Handler, HandlerRequest } from "../handler";
import { presentChain } from "../present/evm/chain";
import type { Dialect } from "../request/dialect";

export const supportedChains: Handler<typeof contract.supportedChains> = async (request) => {
  const { network, feature = [] } = request.query;
  const all = await request.evmChains.list();
  if (all.length === 0) return { chains: [] };
  const terms = await termsOf(request);
  if (!includesNetwork(network, terms.servedAs)) return { chains: [] };
  const chains = await Promise.all(all.map((facts) => present(facts, { ...terms, ...request })));
  return {
    chains: chains.filter(({ enabledFeatures = [] }) =>
      feature.every((wanted) => enabledFeatures.includes(wanted)),
    ),
  };
};

export const getChainInfo: Handler<typeof contract.getChainInfo> = async (request) => {
  const facts = await request.readEvm(request.params.chainId, async (chain) => chain.facts);
  return present(facts, { ...(await termsOf(request)), ...request });
};

export const listAddressChains: Handler<typeof contract.listAddressChains> = async (request) => {
  const address = fromHex(request.params.address.toLowerCase());
  const all = await request.evmChains.list();
  const known: EvmFacts[] = [];
  for (const { evmChainId = "" } of all) {
    const facts = await request.readEvm(evmChainId, async (chain) => {
      const id = await findAddressId(chain.db, address);
      const isParty = id !== undefined && (await tookPart(chain, id));
      return isParty ? chain.facts : undefined;
    });
    if (facts) known.push(facts);
  }
  if (known.length === 0) return { indexedChains: [] };
  const terms = await termsOf(request);
  return { indexedChains: await Promise.all(known.map((facts) => present(facts, { ...terms, ...request }))) };
};

async function tookPart(chain: EvmContext, id: number): Promise<boolean> {
  if ((await findLastMonths(chain.db, "party", [id])).has(id)) return true;
  // Months are counted like figures. Lists may have more blocks.
  if (partialHistory(chain) === undefined) return false;
  return (await listAddressTransactions(chain.db, id, NEWEST_ITEM)).length > 0;
}

/** The older path of `listAddressChains`. */
export const getAddressChains: Handler<typeof contract.getAddressChains> = (request) =>
  listAddressChains(request);

type Request = Pick<HandlerRequest<typeof contract.supportedChains>, "read" | "evmChains" | "service">;

/** Whether the request includes this network. Without a filter it includes all. */
export function includesNetwork(
  network: "mainnet" | "fuji" | "testnet" | undefined,
  servedAs: string,
): boolean {
  return network === undefined || (network === "testnet" ? "fuji" : network) === servedAs;
}

/** The network of this Firn's node. All its chains belong to it. */
export function networkOf({ read }: Pick<Request, "read">): Promise<"mainnet" | "fuji"> {
  return read(async ({ network }) => network.servedAs);
}

interface Terms {
  servedAs: string;
  dialect: Dialect;
}

function termsOf({ read }: Pick<Request, "read">): Promise<Terms> {
  return read(async ({ network, dialect }) => ({ servedAs: network.servedAs, dialect }));
}

async function present(facts: EvmFacts, { servedAs, dialect, evmChains, service }: Terms & Request) {
  const { answers } = await evmChains.nodes.look(facts);
  const label = service.labels.of(facts.evmChainId ?? "").chain;
  return presentChain(facts, { isTestnet: servedAs !== "mainnet", answers, label, dialect });
}
