import { fromHex } from "../../avalanche/codec/bytes";
import { formatEvmAddress } from "../../avalanche/evm-address";
import type * as contract from "../../contract/data/nfts";
import { readParties } from "../../store/queries/evm/address";
import { listNfts, readNft } from "../../store/queries/evm/token";
import { TRANSFER_FORMS } from "../../store/rows/columns";
import type { NftTable } from "../../store/tables/evm/nfts";
import type { EvmContext, Handler } from "../handler";
import { takePage } from "../page/page";
import { presentErc721, presentErc1155 } from "../present/evm/token";
import { fitNfts, loadNftTexts } from "../tokens/nft-texts";
import { requireCollection, requireNft } from "../tokens/nfts";

export const listTokens: Handler<typeof contract.listTokens> = ({ params, query, readEvm }) =>
  readEvm(params.chainId, async (context) => {
    const { db, dialect, evmChainId } = context;
    const tokenId = await requireCollection(context, params.address);
    const { after } = query;
    const start = after === undefined ? undefined : await requireNft(context, { ...params, tokenId: after });
    const page = await takePage({
      tokens: context.pageTokens,
      token: query.pageToken,
      canonical: { endpoint: "tokens", evmChainId, tokenId, dialect: dialect.name },
      start: start?.id,
      pageSize: query.pageSize,
      list: async (cursor, limit) =>
        listNfts(db, tokenId, { after: cursor === undefined ? undefined : await readNft(db, cursor), limit }),
      cursorOf: ({ id }) => id,
      fit: (rows) => fitNfts(db, rows),
    });
    return { nextPageToken: page.nextPageToken, tokens: await presentTokens(context, page.rows) };
  });

export const getTokenDetails: Handler<typeof contract.getTokenDetails> = ({ params, readEvm }) =>
  readEvm(params.chainId, async (context) => {
    const [token] = await presentTokens(context, [await requireNft(context, params)]);
    return token as contract.NftToken;
  });

export const reindexNft: Handler<typeof contract.reindexNft> = async ({ params, readEvm, service }) => {
  const evmChainId = await readEvm(params.chainId, async (context) => {
    await requireNft(context, params);
    return context.evmChainId;
  });
  const contract = fromHex(params.address.toLowerCase());
  await service.reindexing.ask(evmChainId, { contract, tokenId: BigInt(params.tokenId) });
  return undefined;
};

const ERC721 = TRANSFER_FORMS.indexOf("erc721");

async function presentTokens(context: EvmContext, rows: readonly NftTable[]): Promise<contract.NftToken[]> {
  const { db } = context;
  const parties = await readParties(
    db,
    rows.flatMap(({ token_id, owner_id }) => [token_id, owner_id]),
  );
  const texts = await loadNftTexts(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, token_id, token_number, form, owner_id }) => {
    const nft = { contract: parties.get(token_id), number: token_number, texts: texts.get(id) };
    if (form !== ERC721) return presentErc1155(nft, context);
    const owner = owner_id === null ? undefined : parties.get(owner_id);
    return {
      ...presentErc721(nft, context),
      ...(owner && { ownerAddress: formatEvmAddress(owner.address) }),
    };
  });
}
