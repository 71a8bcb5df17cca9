import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { countedAttributes } from "../../avalanche/evm/nft-attributes";
import { documentIn, type NftMetadata } from "../../avalanche/evm/nft-metadata";
import { ZERO_ADDRESS } from "../../avalanche/evm-address";
import type * as contract from "../../contract/firn/nfts";
import { InputError } from "../../errors";
import { findAddressId } from "../../store/queries/evm/address";
import {
  countAttributes,
  countMoves,
  findFirstMove,
  findLastMove,
  findNeighbours,
  listNftTransfers as listMoves,
  readTokensRead,
} from "../../store/queries/evm/nft";
import { readNftDocument, readNftMetadata } from "../../store/queries/evm/nft-metadata";
import { readContract } from "../../store/queries/evm/token";
import { findTransaction, readTransactions } from "../../store/queries/evm/transaction";
import { amountOf, heightOf, indexInBlockOf, TRANSFER_FORMS } from "../../store/rows/columns";
import type { NftTable } from "../../store/tables/evm/nfts";
import { notFound, partialHistory } from "../evm/history";
import { loadEvmRows, readEvents } from "../evm/rows";
import type { EvmContext, Handler } from "../handler";
import { rangeOfBlocks, takeActivityPage } from "../page/evm-page";
import { presentPlace, transactionAt } from "../present/evm/transaction";
import { presentPlacedTransfer } from "../present/evm/transfer";
import { answerHolders } from "../tokens/answer-holders";
import { requireNft } from "../tokens/nfts";

const ERC721 = TRANSFER_FORMS.indexOf("erc721");

export const getNft: Handler<typeof contract.getNft> = ({ params, readEvm }) =>
  readEvm(params.chainId, async (context) => {
    const { db } = context;
    const nft = await requireNft(context, params);
    const { metadata, tokenUri } = await readStored(context, nft);
    const document = (await readNftDocument(db, nft.id)) ?? (tokenUri && documentIn(tokenUri));
    const { previous, next } = await findNeighbours(db, nft);
    const moved = nft.form === ERC721 ? await findLastMove(db, nft) : undefined;
    const minted = await findMint(context, nft);
    const positions = [minted, moved].filter((position) => position !== undefined);
    const rows = await loadEvmRows(context, { transactions: await readTransactions(db, positions) });
    return {
      ...(minted !== undefined && {
        mintTxHash: toHex(transactionAt(rows, minted).hash),
        mintTimestamp: presentPlace(rows, minted).blockTimestamp,
      }),
      ...(moved !== undefined && { ownerSince: presentPlace(rows, moved).blockTimestamp }),
      ...(previous && { previousTokenId: String(amountOf(previous)) }),
      ...(next && { nextTokenId: String(amountOf(next)) }),
      ...(document && { document }),
      attributes: await countAttributes(db, nft.token_id, countedAttributes(metadata)),
      tokensRead: await readTokensRead(db, nft.token_id),
    };
  });

export const listNftHolders: Handler<typeof contract.listNftHolders> = (request) =>
  answerHolders(request, async (context) => {
    const { address, tokenId } = request.params;
    const nft = await requireNft(context, request.params);
    if (nft.form === ERC721)
      throw new InputError(
        "NOT_FOUND",
        `token ${tokenId} of ${address} is an ERC-721 token: it has one owner`,
      );
    const { asks_node } = (await readContract(context.db, nft.token_id)) ?? {};
    return { held: { tokenId: nft.token_id, number: nft.token_number }, asksNode: asks_node === true };
  });

/** The position of a token's mint; undefined if it may be before the blocks that are stored. */
async function findMint(context: EvmContext, nft: NftTable): Promise<number | undefined> {
  if (partialHistory(context) === undefined) return nft.minted_position;
  const first = await findFirstMove(context.db, nft);
  const nobody = await findAddressId(context.db, ZERO_ADDRESS);
  return first !== undefined && first.from_id === nobody ? first.position : undefined;
}

export const listNftTransfers: Handler<typeof contract.listNftTransfers> = ({ params, query, readEvm }) =>
  readEvm(params.chainId, async (context) => {
    const nft = await requireNft(context, params);
    const { items, nextPageToken } = await takeActivityPage({
      tokens: context.pageTokens,
      token: query.pageToken,
      before: query.before && (await placeAfter(context, nft, query.before)),
      canonical: {
        endpoint: "nft transfers",
        evmChainId: context.evmChainId,
        nft: nft.id,
        dialect: context.dialect.name,
      },
      pageSize: query.pageSize,
      order: "desc",
      groupBy: "transaction",
      range: rangeOfBlocks({}),
      list: (page) => listMoves(context.db, nft, page),
    });
    const events = await readEvents(context, items);
    const rows = await loadEvmRows(context, { transfers: events });
    const transfers = events.map((row) => presentPlacedTransfer(rows, row));
    return { nextPageToken, transfers: transfers.flatMap((each) => ("erc20Token" in each ? [] : [each])) };
  });

/** The list position of a transfer. @throws InputError NOT_FOUND when its transaction is not indexed */
async function placeAfter(context: EvmContext, nft: NftTable, move: string): Promise<string> {
  const [hash = "", logIndex] = move.toLowerCase().split("-");
  const { db, evmChainId } = context;
  const { position } = (await findTransaction(db, fromHex(hash))) ?? {};
  if (position === undefined)
    throw notFound(context, `no transaction ${hash} is indexed on chain ${evmChainId}`);
  const shown = await countMoves(db, nft, { position, logIndex: Number(logIndex) });
  return `${heightOf(position)}-${indexInBlockOf(position)}-${shown}`;
}

export const getNftImage: Handler<typeof contract.getNftImage> = async ({ params, readEvm, service }) => {
  const uri = await readEvm(params.chainId, async (context) => {
    const { status, metadata } = await readStored(context, await requireNft(context, params));
    if (metadata.imageUri !== undefined) return metadata.imageUri;
    throw new InputError("NOT_FOUND", `token ${params.tokenId} has no image: its metadata is ${status}`);
  });
  return service.images.read(uri);
};

async function readStored(
  { db }: EvmContext,
  { id }: NftTable,
): Promise<{ status: string; metadata: NftMetadata; tokenUri: string | undefined }> {
  const [row] = await readNftMetadata(db, [id]);
  return {
    status: row?.status ?? "UNINDEXED",
    metadata: JSON.parse(row?.metadata ?? "{}"),
    tokenUri: row?.token_uri ?? undefined,
  };
}
