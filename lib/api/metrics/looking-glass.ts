import { fromHex } from "../../avalanche/codec/bytes";
import { formatEvmAddress } from "../../avalanche/evm-address";
import type * as contract from "../../contract/metrics/looking-glass";
import { InputError } from "../../errors";
import { findAddressId } from "../../store/queries/evm/address";
import { findChainEnd } from "../../store/queries/evm/figures";
import { readContract } from "../../store/queries/evm/token";
import { amountOf, TOKEN_STANDARDS } from "../../store/rows/columns";
import { requireWhole } from "../evm/history";
import type { EvmContext, Handler } from "../handler";
import { refuseUnindexed, takeHolders } from "../tokens/holders";
import type { HolderBalance } from "../tokens/sorted-holders";
import { requireToken } from "../tokens/tokens";

export const getAddressesByBalanceOverTime: Handler<typeof contract.getAddressesByBalanceOverTime> = async ({
  params,
  query,
  service,
  readEvm,
}) => {
  const { threshold, startTimestamp, endTimestamp, pageToken, pageSize } = query;
  const asked = await readEvm(params.chainId, async (context) => {
    requireWhole(context, "balances over time");
    const { db, evmChainId, pageTokens, pageTokenKey, dialect } = context;
    const tokenId = (await findAddressId(db, fromHex(params.address.toLowerCase()))) ?? NONE;
    const held = { tokenId, threshold: BigInt(threshold), startTimestamp, endTimestamp };
    const canonical = {
      endpoint: "places in balances over time",
      evmChainId,
      dialect: dialect.name,
      tokenId,
      threshold,
      startTimestamp,
      endTimestamp,
    };
    await refuseAskedToken(context, tokenId);
    const cursor = pageToken === undefined ? undefined : pageTokens.readExact(pageToken, canonical);
    const newestHeight = (await findChainEnd(db))?.height ?? 0;
    const height = cursor === undefined ? undefined : Number(cursor >> PLACE_BITS);
    refuseUnindexed(height ?? 0, newestHeight);
    const request = { evmChainId, pageTokenKey, query: held, height, newestHeight };
    return { request, canonical, pageTokens, dialect, cursor };
  });
  const { height, list } = await service.holdersOverTime.take(asked.request);
  const from = asked.cursor === undefined ? 0 : Number(asked.cursor & PLACE_MASK);
  const next = from + pageSize;
  const cursor = (BigInt(height) << PLACE_BITS) | BigInt(next);
  return presentPage(asked, {
    holders: list.slice(from, pageSize),
    nextPageToken: next < list.length ? asked.pageTokens.issue(cursor, asked.canonical) : undefined,
  });
};

/** A page token holds the list's height and how many of its items were shown. */
const PLACE_BITS = 32n;
const PLACE_MASK = (1n << PLACE_BITS) - 1n;

export const getNftHoldersByContractAddress: Handler<typeof contract.getNftHoldersByContractAddress> = ({
  params,
  query,
  readEvmSlow,
}) =>
  readEvmSlow(params.chainId, async (context, yieldTurn) => {
    requireWhole(context, "holders of a collection");
    const { tokenId, figures } = await requireToken(context, params.address);
    const row = await readContract(context.db, tokenId);
    if (!COLLECTIONS.includes(row?.standard ?? 0)) {
      throw new InputError(
        "NOT_FOUND",
        `no NFT collection ${params.address} is known on chain ${context.evmChainId}`,
      );
    }
    await refuseAskedToken(context, tokenId);
    const canonical = { endpoint: "nft holders", tokenId };
    const page = await takeHolders(context, { tokenId, canonical, ...query }, yieldTurn);
    return {
      ...presentPage(context, page),
      ...(row?.name == null ? {} : { nftCollectionName: [row.name] }),
      ...(row?.symbol == null ? {} : { nftSymbol: [row.symbol] }),
      totalHolders: figures?.holders ?? 0,
      totalTokens: figures === undefined ? 0 : Number(amountOf(figures.supply)),
    };
  });

/**
 * A list made from transfers would be wrong where transfers do not add up to balances.
 * @throws InputError NOT_FOUND
 */
async function refuseAskedToken({ db }: EvmContext, tokenId: number): Promise<void> {
  const contract = await readContract(db, tokenId);
  if (!contract?.asks_node) return;
  throw new InputError(
    "NOT_FOUND",
    "the holders of this token are not known: its transfers do not add up to its balances",
    { hint: "its contract tells the balance of an account, at /v1/chains/…/addresses/…/balances:listErc20" },
  );
}

/** An id that no contract has. */
const NONE = -1;

const COLLECTIONS = [TOKEN_STANDARDS.indexOf("ERC-721"), TOKEN_STANDARDS.indexOf("ERC-1155")];

function presentPage(
  { dialect }: Pick<EvmContext, "dialect">,
  { holders, nextPageToken }: { holders: readonly HolderBalance[]; nextPageToken: string | undefined },
) {
  return {
    ...(nextPageToken === undefined ? {} : { nextPageToken }),
    addresses: holders.map(({ address, balance }) => ({
      address: formatEvmAddress(address),
      sortKey: dialect.sortKey(balance),
    })),
  };
}
