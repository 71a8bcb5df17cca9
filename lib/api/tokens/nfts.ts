import { fromHex } from "../../avalanche/codec/bytes";
import { findAddressId } from "../../store/queries/evm/address";
import { findNft, listNfts } from "../../store/queries/evm/token";
import { amountColumn } from "../../store/rows/columns";
import type { NftTable } from "../../store/tables/evm/nfts";
import { notCounted } from "../evm/history";
import type { EvmContext } from "../handler";

/** The row of an NFT; parameters as in paths. @throws InputError NOT_FOUND when the collection has no such NFT */
export async function requireNft(
  context: EvmContext,
  { address, tokenId }: { address: string; tokenId: string },
): Promise<NftTable> {
  const collection = await requireCollection(context, address);
  const row = await findNft(context.db, collection, amountColumn(BigInt(tokenId)));
  if (row) return row;
  throw notCounted(context, `${address} has no token ${tokenId} that was ever minted`);
}

/** The id of a collection's address. @throws InputError NOT_FOUND when none of its NFTs was ever transferred */
export async function requireCollection(context: EvmContext, address: string): Promise<number> {
  const { db, evmChainId } = context;
  const id = await findAddressId(db, fromHex(address.toLowerCase()));
  const first = id === undefined ? [] : await listNfts(db, id, { after: undefined, limit: 1 });
  if (id !== undefined && first.length > 0) return id;
  throw notCounted(context, `no NFT collection ${address} is known on chain ${evmChainId}`);
}
