import { fromHex } from "../../avalanche/codec/bytes";
import { ownerOfCall, readAddress } from "../../avalanche/evm/calls";
import { formatEvmAddress } from "../../avalanche/evm-address";
import type * as contract from "../../contract/data/nfts";
import { readParties } from "../../store/queries/evm/address";
import { findChainEnd } from "../../store/queries/evm/figures";
import { listNfts, readNft } from "../../store/queries/evm/token";
import { amountOf, TRANSFER_FORMS } from "../../store/rows/columns";
import type { NftTable } from "../../store/tables/evm/nfts";
import { partialHistory } from "../evm/history";
import type { EvmContext, Handler } from "../handler";
import { takePage } from "../page/page";
import { presentErc721, presentErc1155 } from "../present/evm/token";
import { askContract } from "../tokens/ask-contract";
import { fitNfts, loadNftTexts } from "../tokens/nft-texts";
import { requireCollection, requireNft } from "../tokens/nfts";

export const listTokens: Handler<typeof contract.listTokens> = async ({ params, query, readEvm }) => {
  const { nextPageToken, owned } = await readEvm(params.chainId, async (context) => {
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
    return { nextPageToken: page.nextPageToken, owned: await loadTokens(context, page.rows) };
  });
  return { nextPageToken, tokens: await completeOwners(owned) };
};

export const getTokenDetails: Handler<typeof contract.getTokenDetails> = async ({ params, readEvm }) => {
  const owned = await readEvm(params.chainId, async (context) =>
    loadTokens(context, [await requireNft(context, params)]),
  );
  const [token] = await completeOwners(owned);
  return token as contract.NftToken;
};

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

/** Tokens as lists show them, and what the node is still to be asked. */
interface OwnedTokens {
  context: EvmContext;
  /** Height of the last indexed block. */
  indexed: number;
  tokens: { token: contract.NftToken; ask: { contract: Uint8Array; data: Uint8Array } | undefined }[];
}

async function loadTokens(context: EvmContext, rows: readonly NftTable[]): Promise<OwnedTokens> {
  const { db } = context;
  const parties = await readParties(
    db,
    rows.flatMap(({ token_id, owner_id }) => [token_id, owner_id]),
  );
  const texts = await loadNftTexts(
    db,
    rows.map(({ id }) => id),
  );
  const isPartial = partialHistory(context) !== undefined;
  const tokens = rows.map(({ id, token_id, token_number, form, owner_id }) => {
    const nft = { contract: parties.get(token_id), number: token_number, texts: texts.get(id) };
    if (form !== ERC721) return { token: presentErc1155(nft, context), ask: undefined };
    const token = presentErc721(nft, context);
    const { address } = nft.contract ?? {};
    if (isPartial)
      return { token, ask: address && { contract: address, data: ownerOfCall(amountOf(token_number)) } };
    const owner = owner_id === null ? undefined : parties.get(owner_id);
    const owned = { ...token, ...(owner && { ownerAddress: formatEvmAddress(owner.address) }) };
    return { token: owned, ask: undefined };
  });
  return { context, indexed: isPartial ? ((await findChainEnd(db))?.height ?? 0) : 0, tokens };
}

/** Asks the node for the owners that the known transfers do not give. An owner that it cannot tell is left out. */
async function completeOwners({ context, indexed, tokens }: OwnedTokens): Promise<contract.NftToken[]> {
  return Promise.all(
    tokens.map(async ({ token, ask }) => {
      const owner = ask && (await askContract(context, { ...ask, indexed }, readAddress));
      return owner === undefined ? token : { ...token, ownerAddress: formatEvmAddress(owner) };
    }),
  );
}
