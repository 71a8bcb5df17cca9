import { fromHex } from "../../avalanche/bytes";
import { formatEvmAddress } from "../../avalanche/evm-address";
import type * as contract from "../../contract/metrics/looking-glass";
import { InputError } from "../../errors";
import { amountOf, TOKEN_STANDARDS } from "../../store/columns";
import { findAddressId } from "../../store/queries/evm/address";
import { readContract } from "../../store/queries/evm/token";
import type { EvmContext, Handler } from "../handler";
import { type Holder, takeHolders } from "../holders";
import { requireToken } from "../tokens";

export const getAddressesByBalanceOverTime: Handler<typeof contract.getAddressesByBalanceOverTime> = ({
  params,
  query,
  readEvmApart,
}) =>
  readEvmApart(params.chainId, async (context, step) => {
    const { threshold, startTimestamp, endTimestamp, pageToken, pageSize } = query;
    const tokenId = (await findAddressId(context.db, fromHex(params.address.toLowerCase()))) ?? NONE;
    const page = await takeHolders(
      context,
      {
        tokenId,
        canonical: { endpoint: "balances over time", tokenId, threshold, startTimestamp, endTimestamp },
        pageToken,
        pageSize,
        held: { threshold: BigInt(threshold), startTimestamp, endTimestamp },
      },
      step,
    );
    return presentPage(context, page);
  });

export const getNftHoldersByContractAddress: Handler<typeof contract.getNftHoldersByContractAddress> = ({
  params,
  query,
  readEvmApart,
}) =>
  readEvmApart(params.chainId, async (context, step) => {
    const { tokenId, figures } = await requireToken(context, params.address);
    const row = await readContract(context.db, tokenId);
    if (!COLLECTIONS.includes(row?.standard ?? 0)) {
      throw new InputError(
        "NOT_FOUND",
        `${params.address} is no NFT collection known on chain ${context.evmChainId}`,
      );
    }
    const canonical = { endpoint: "nft holders", tokenId };
    const page = await takeHolders(context, { tokenId, canonical, ...query }, step);
    return {
      ...presentPage(context, page),
      ...(row?.name == null ? {} : { nftCollectionName: [row.name] }),
      ...(row?.symbol == null ? {} : { nftSymbol: [row.symbol] }),
      totalHolders: figures.holders,
      totalTokens: Number(amountOf(figures.supply)),
    };
  });

/** No contract has this number. */
const NONE = -1;

const COLLECTIONS = [TOKEN_STANDARDS.indexOf("ERC-721"), TOKEN_STANDARDS.indexOf("ERC-1155")];

function presentPage(
  { dialect }: EvmContext,
  { holders, nextPageToken }: { holders: readonly Holder[]; nextPageToken: string | undefined },
) {
  return {
    ...(nextPageToken === undefined ? {} : { nextPageToken }),
    addresses: holders.map(({ address, balance }) => ({
      address: formatEvmAddress(address),
      sortKey: dialect.sortKey(balance),
    })),
  };
}
