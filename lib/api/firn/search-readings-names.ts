import { toHex } from "../../avalanche/codec/bytes";
import { formatEvmAddress } from "../../avalanche/evm-address";
import { formatId } from "../../avalanche/ids";
import type { SearchReading } from "../../contract/firn/search";
import { hrefTo } from "../../contract/pages";
import { listAssetsNamed } from "../../store/queries/asset";
import { listContractsNamed, type NamedContract } from "../../store/queries/evm/token";
import { readTxs } from "../../store/queries/tx";
import { CHAIN, TOKEN_STANDARDS } from "../../store/rows/columns";
import type { AssetTable } from "../../store/tables/utxo";
import type { EvmContext, RequestContext, Service } from "../handler";
import { isCChain } from "../present/evm/chain";
import { CHAINS } from "../request/chains";
import { type EvmChainsRead, placeOf } from "./search-readings-evm";
import { count, isOfGenesis } from "./search-words";

/** Most names of one kind, on one chain. */
const MOST_NAMED = 5;
/** Names that are looked at for those most used: anyone may give a token any name. */
const MOST_READ = 50;

/** Assets of the X-Chain whose name or symbol begins with the text. */
export async function readAssetName(text: string, { db }: RequestContext): Promise<SearchReading[]> {
  if (text.length < 2) return [];
  const assets = (await listAssetsNamed(db, text, MOST_NAMED)).slice(0, MOST_NAMED);
  const txs = await readTxs(
    db,
    CHAIN.x,
    assets.flatMap(({ created_position: position }) => (position === null ? [] : [position])),
  );
  return assets.flatMap((asset) => {
    const created = txs.get(asset.created_position ?? Number.NaN);
    return created === undefined ? [] : [presentAsset(asset, created.position)];
  });
}

function presentAsset({ asset_id: assetId, name, symbol }: AssetTable, position: number): SearchReading {
  const { letter } = CHAINS.x;
  const ofGenesis = isOfGenesis(position);
  return {
    reading: name ?? symbol ?? "Asset",
    kind: "asset",
    chain: letter,
    found: "yes",
    href: hrefTo("asset", { id: formatId(assetId) }),
    detail: `${symbol ?? "Without a symbol"}, asset of the X-Chain${ofGenesis ? ", from its genesis" : ""}`,
  };
}

/** Tokens and collections of every EVM chain whose name or symbol begins with the text, those most held first. */
export async function readTokenName(
  text: string,
  { readEvm, evmChains }: EvmChainsRead,
): Promise<SearchReading[]> {
  if (text.length < 2) return [];
  const found: SearchReading[] = [];
  for (const { evmChainId = "" } of await evmChains.list()) {
    found.push(
      ...(await readEvm(evmChainId, async (context) => {
        const contracts = await listContractsNamed(context.db, text, MOST_READ);
        return contracts
          .filter(({ standard }) => (TOKEN_STANDARDS[standard] ?? "UNKNOWN") !== "UNKNOWN")
          .toSorted((a, b) => isCalled(b, text) - isCalled(a, text) || b.holders - a.holders)
          .slice(0, MOST_NAMED)
          .map((contract) => presentToken(contract, context));
      })),
    );
  }
  return found;
}

/** 1 if it is the whole name or symbol, otherwise 0. */
function isCalled({ name, symbol }: NamedContract, text: string): number {
  return [name, symbol].some((each) => each?.toLowerCase() === text.toLowerCase()) ? 1 : 0;
}

function presentToken(contract: NamedContract, context: EvmContext): SearchReading {
  const { segment, chain, title } = placeOf(context);
  const standard = TOKEN_STANDARDS[contract.standard] ?? "UNKNOWN";
  const { name, symbol, holders } = contract;
  const page = standard === "ERC-20" ? "token" : "collection";
  const facts = [symbol, standard, title, count(holders, "holder")].filter((fact) => fact !== null);
  return {
    reading: name ?? symbol ?? "Token",
    kind: "token",
    ...chain,
    found: "yes",
    href: hrefTo(page, { chain: segment, contract: formatEvmAddress(contract.address) }),
    detail: facts.join(", "),
  };
}

/** Addresses that the operator has given a name that begins with the text, on indexed chains. */
export async function readLabel(
  text: string,
  { evmChains }: Pick<EvmChainsRead, "evmChains">,
  { labels }: Pick<Service, "labels">,
): Promise<SearchReading[]> {
  if (text.length < 2) return [];
  const found: SearchReading[] = [];
  for (const facts of await evmChains.list()) {
    const { evmChainId = "" } = facts;
    const { segment, chain, title } = placeOf({ evmChainId, facts });
    for (const { name, address } of labels.of(evmChainId, isCChain(facts)).named(text, MOST_NAMED)) {
      const href = hrefTo("address", { address: formatEvmAddress(address) }, { chain: segment });
      const detail = `Label of ${toHex(address)} on ${title}`;
      found.push({ reading: name, kind: "label", ...chain, found: "yes", href, detail });
    }
  }
  return found;
}
