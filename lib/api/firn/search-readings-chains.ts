import { equalBytes } from "../../avalanche/codec/bytes";
import { formatId, PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import type { SearchReading } from "../../contract/firn/search";
import { hrefTo } from "../../contract/pages";
import { findSubnet, listBlockchainsNamed, listBlockchainsWithEvmId } from "../../store/queries/subnet";
import type { BlockchainTable } from "../../store/tables/staking";
import type { RequestContext } from "../handler";
import { isCChain } from "../present/evm/chain";
import { CHAINS } from "../request/chains";
import { type EvmChainsRead, placeOf } from "./search-readings-evm";

/** Most blockchains that a name's beginning lists. */
const MOST_NAMED = 5;

/** Chains with pages of blocks, by name, by the beginning of a name, or by EVM chain id. */
export async function readChainText(
  text: string,
  { evmChains }: Pick<EvmChainsRead, "evmChains">,
): Promise<SearchReading[]> {
  const named = [CHAINS.p, CHAINS.x].flatMap(({ letter, title }) =>
    matches(title, text)
      ? [blocksOf({ segment: letter, title, chain: { chain: letter } }, "Primary Network")]
      : [],
  );
  const evm = (await evmChains.list()).flatMap((facts) => {
    const { evmChainId = "" } = facts;
    const place = placeOf({ evmChainId, facts });
    if (evmChainId !== text && !matches(place.title, text)) return [];
    const kind = isCChain(facts) ? "Primary Network" : "An L1";
    return [blocksOf(place, `${kind}, EVM chain ID ${evmChainId}`)];
  });
  return [...named, ...evm];
}

/**
 * Blockchains of subnets and L1s, by name or its beginning, and those that are not indexed also by EVM chain id. Their
 * page is that of the subnet.
 */
export async function readBlockchainName(
  text: string,
  { db }: RequestContext,
  isIndexed: boolean,
): Promise<SearchReading[]> {
  const named = text.length > 1 ? await listBlockchainsNamed(db, text, MOST_NAMED) : [];
  const evmChainId = /^\d{1,15}$/.test(text) && !isIndexed ? Number(text) : undefined;
  const numbered = evmChainId === undefined ? [] : await listBlockchainsWithEvmId(db, evmChainId, MOST_NAMED);
  const ofSubnets = (chains: BlockchainTable[]) =>
    chains.filter(({ subnet_id: subnetId }) => !equalBytes(subnetId, PRIMARY_NETWORK_ID));
  return [
    ...(await Promise.all(ofSubnets(named).map((chain) => presentBlockchain(chain, { db })))),
    ...(await Promise.all(
      ofSubnets(numbered).map((chain) => presentBlockchain(chain, { db }, `EVM chain ID ${text}, `)),
    )),
  ];
}

async function presentBlockchain(
  { name, subnet_id: subnetId }: BlockchainTable,
  { db }: Pick<RequestContext, "db">,
  asked = "",
): Promise<SearchReading> {
  const subnet = await findSubnet(db, subnetId);
  const kind = subnet?.converted_position == null ? "subnet" : "L1";
  return {
    reading: name,
    kind: "blockchain",
    chain: "p",
    found: "yes",
    href: hrefTo("l1", { id: formatId(subnetId) }),
    detail: `${asked}Blockchain of ${kind} ${formatId(subnetId)}`,
  };
}

function blocksOf({ segment, title, chain }: ReturnType<typeof placeOf>, detail: string): SearchReading {
  const href = hrefTo("blocks", { chain: segment });
  return { reading: title, kind: "blockchain", ...chain, found: "yes", href, detail };
}

/** Whether a name is the text or begins with it, in either case. */
export function matches(name: string, text: string): boolean {
  return text.length > 1 && name.toLowerCase().startsWith(text.toLowerCase());
}
