import { findEvmChain } from "@/app/[chain]/evm-chain";
import { readContract, readNft } from "@/app/[chain]/evm-read";
import { isNftCollection, type LoadedContract } from "@/app/[chain]/token/contract";
import { type Existence, type Find, type Lookup, moved } from "@/app/existence";
import { isEvmAddress } from "@/components/evm/chain";
import { queryOfTokenPage, readTokenPageParams, type TokenPageParams } from "@/components/evm/list-params";
import type { NftToken } from "@/lib/contract/data/nfts";
import { hrefTo, type PageQuery, type SearchOf } from "@/lib/contract/pages";

/** A token contract, whether its tokens have ids, and which of its lists is shown. */
export interface FoundContract extends LoadedContract {
  isCollection: boolean;
  position: TokenPageParams;
}

/**
 * Collections have pages and lists of their own, so the query is read once the contract is known. A token's page redirects there
 * and back, and a collection's to the token that is looked for in it.
 */
export async function findContract({
  page,
  params,
  query,
}: Lookup<"token" | "collection", SearchOf<"token">>): Promise<Existence<FoundContract>> {
  const chain = await findEvmChain(params.chain);
  if (chain === undefined) return "missing";
  if (!isEvmAddress(params.contract)) return "malformed";
  const contract = await readContract(chain.evmChainId, params.contract);
  const isCollection = isNftCollection(contract.ercType);
  const position = readTokenPageParams(query, isCollection);
  if (contract.ercType === "UNKNOWN") return "missing";
  if (position === undefined) return "malformed";
  if (page === "collection" && !isCollection) return "missing";
  const name = isCollection ? "collection" : "token";
  const canonical = { chain: chain.segment, contract: contract.address };
  if (page !== name || hrefTo(name, canonical) !== hrefTo(name, params))
    return moved(hrefTo(name, canonical, queryOfTokenPage(position, isCollection)));
  if (position.token !== undefined)
    return { href: hrefTo("nft", { ...canonical, token: position.token }), status: 307 };
  return { found: { chain, contract, isCollection, position } };
}

/** Where the lists of a token's page start. */
interface NftQuery {
  /** The transfer after which its history starts: `<txHash>-<logIndex>`, empty for the newest. */
  before: string;
  /** The holder after which its holders start: an address, empty for the first. */
  after: string;
}

/** One token of a collection, and where its lists start. */
export interface FoundNft extends LoadedContract, NftQuery {
  token: NftToken;
}

export const NFT_QUERY: PageQuery<"nft", NftQuery> = {
  read: ({ before = "", after = "" }) => {
    if (typeof before !== "string" || !/^(0x[0-9a-f]{64}-\d{1,9})?$/.test(before)) return undefined;
    if (typeof after !== "string" || (after !== "" && !isEvmAddress(after))) return undefined;
    return { before, after };
  },
  write: (query) => query,
};

export const findNft: Find<"nft", FoundNft, NftQuery> = async ({ params, query }) => {
  const chain = await findEvmChain(params.chain);
  if (chain === undefined) return "missing";
  if (!isEvmAddress(params.contract)) return "malformed";
  const [contract, token] = await Promise.all([
    readContract(chain.evmChainId, params.contract),
    readNft(chain.evmChainId, params.contract, params.token),
  ]);
  const canonical = { chain: chain.segment, contract: contract.address, token: token.tokenId };
  if (hrefTo("nft", canonical) !== hrefTo("nft", params))
    return moved(hrefTo("nft", canonical, { ...query }));
  return { found: { chain, contract, token, ...query } };
};
