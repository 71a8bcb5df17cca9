import type { z } from "zod";
import { fromHex } from "../../avalanche/bytes";
import { formatEvmAddress } from "../../avalanche/evm-address";
import type * as contract from "../../contract/data/evm-balances";
import { InputError, NodeError } from "../../errors";
import { amountOf, TOKEN_STANDARDS, TRANSFER_FORMS } from "../../store/columns";
import { findAddressId, type Party, readParties } from "../../store/queries/evm/address";
import { listBlocks } from "../../store/queries/evm/block";
import { listErc20Holdings, listNftHoldings, type NftHolding, readNft } from "../../store/queries/evm/token";
import type { EvmTerms } from "../evm-terms";
import type { EvmContext, Handler } from "../handler";
import { fitNfts, loadNftTexts, type NftTexts } from "../nft-texts";
import { takePage } from "../page";
import { networkTokenOf } from "../present/evm-chain";
import { presentErc20, presentErc721, presentErc1155 } from "../present/evm-token";
import { presentWorth } from "../present/price";

const ERC20 = TOKEN_STANDARDS.indexOf("ERC-20");
const ERC721 = TRANSFER_FORMS.indexOf("erc721");
const ERC1155 = TRANSFER_FORMS.indexOf("erc1155");

export const getNativeBalance: Handler<typeof contract.getNativeBalance> = async ({
  params,
  query,
  readEvm,
}) => {
  const chain = await readEvm(params.chainId, async (context) => inCurrency(context, query));
  return { nativeTokenBalance: await askNativeBalance(chain, params.address, query.blockNumber) };
};

export const listErc20Balances: Handler<typeof contract.listErc20Balances> = ({ params, query, readEvm }) =>
  beside(
    params.address,
    readEvm(params.chainId, async (context) => {
      await refuseEarlier(context, query.blockNumber);
      const holderId = await findAddressId(context.db, fromHex(params.address.toLowerCase()));
      const contracts = query.contractAddresses?.split(",").map(readAddress);
      const tokenIds = contracts && (await idsOf(context, contracts));
      const page = await takePage({
        tokens: context.pageTokens,
        token: query.pageToken,
        canonical: {
          ...canonicalOf(context, "erc20 balances", params.address),
          contracts: query.contractAddresses,
        },
        start: undefined,
        pageSize: query.pageSize,
        list: async (after, limit) =>
          holderId === undefined
            ? []
            : listErc20Holdings(context.db, holderId, { standard: ERC20, tokenIds, after, limit }),
        cursorOf: ({ tokenId }) => tokenId,
      });
      const parties = await readParties(
        context.db,
        page.rows.map(({ tokenId }) => tokenId),
      );
      const terms = inCurrency(context, query);
      return {
        chain: terms,
        page: {
          nextPageToken: page.nextPageToken,
          erc20TokenBalances: page.rows.map(({ tokenId, balance }) =>
            presentHeld20(terms, parties.get(tokenId), amountOf(balance)),
          ),
        },
      };
    }),
  );

export const listErc721Balances: Handler<typeof contract.listErc721Balances> = ({ params, query, readEvm }) =>
  beside(
    params.address,
    readEvm(params.chainId, async (context) => {
      const page = await takeHoldings(context, [ERC721], { ...params, ...query });
      return {
        chain: context,
        page: {
          nextPageToken: page.nextPageToken,
          erc721TokenBalances: page.rows.map((row) => presentHeld721(context, page, row)),
        },
      };
    }),
  );

export const listErc1155Balances: Handler<typeof contract.listErc1155Balances> = ({
  params,
  query,
  readEvm,
}) =>
  beside(
    params.address,
    readEvm(params.chainId, async (context) => {
      const page = await takeHoldings(context, [ERC1155], { ...params, ...query });
      return {
        chain: context,
        page: {
          nextPageToken: page.nextPageToken,
          erc1155TokenBalances: page.rows.map((row) => presentHeld1155(context, page, row)),
        },
      };
    }),
  );

export const listCollectibleBalances: Handler<typeof contract.listCollectibleBalances> = ({
  params,
  query,
  readEvm,
}) =>
  readEvm(params.chainId, async (context) => {
    const page = await takeHoldings(context, [ERC721, ERC1155], { ...params, ...query });
    return {
      nextPageToken: page.nextPageToken,
      collectibleBalances: page.rows.map((row) =>
        row.form === ERC721 ? presentHeld721(context, page, row) : presentHeld1155(context, page, row),
      ),
    };
  });

interface HoldingsQuery {
  address: string;
  contractAddress?: string | undefined;
  pageToken?: string | undefined;
  pageSize: number;
}

/** A page of holdings, with what the account has of the chain's own token unless the node can't say. */
async function beside<Page>(
  address: string,
  reading: Promise<{ chain: Told; page: Page }>,
): Promise<Page | (Page & { nativeTokenBalance: NativeBalance })> {
  const { chain, page } = await reading;
  try {
    return { nativeTokenBalance: await askNativeBalance(chain, address, undefined), ...page };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return page;
  }
}

/** What telling a balance takes, once the snapshot is over. */
type Told = EvmTerms & Pick<EvmContext, "facts" | "nodes" | "evmChainId">;

function inCurrency(context: EvmContext, { currency }: Pick<EvmTerms, "currency">): EvmContext {
  return { ...context, currency };
}

type NativeBalance = z.infer<typeof contract.nativeTokenBalance>;

/** Holdings are kept as of the newest block. @throws InputError BAD_PARAMETER for an earlier one */
async function refuseEarlier({ db }: EvmContext, height: number | undefined): Promise<void> {
  if (height === undefined) return;
  const [newest] = await listBlocks(db, { below: undefined, limit: 1 });
  if (newest === undefined || height >= newest.height) return;
  throw new InputError(
    "BAD_PARAMETER",
    `blockNumber must be ${newest.height} (the newest block) or left out: holdings of earlier blocks are not kept`,
  );
}

/** What an account has of the chain's own token: no row says it, as atomic transactions and fees move it too. */
async function askNativeBalance(
  told: Told,
  address: string,
  height: number | undefined,
): Promise<NativeBalance> {
  const { facts, nodes, evmChainId, labels, prices, currency } = told;
  const balance = await nodes.client(facts).getBalance(fromHex(address.toLowerCase()), height);
  const { description: _, ...token } = networkTokenOf(facts, labels.chain);
  return {
    ...token,
    chainId: evmChainId,
    balance: String(balance),
    // What was had in the past has no price of today.
    ...(height === undefined
      ? presentWorth(prices.current(undefined, currency), { balance, decimals: token.decimals }, told)
      : {}),
  };
}

function presentHeld20(context: EvmContext, token: Party | undefined, balance: bigint) {
  const { evmChainId, prices, currency } = context;
  const presented = presentErc20(token, context);
  const price = token && prices.current(token.address, currency);
  return {
    ...presented,
    chainId: evmChainId,
    balance: String(balance),
    ...presentWorth(price, { balance, decimals: presented.decimals }, context),
    tokenReputation: null,
  };
}

/** A page of the collectibles an address holds, and their contracts. */
async function takeHoldings(context: EvmContext, forms: readonly number[], query: HoldingsQuery) {
  const { db } = context;
  const owner = fromHex(query.address.toLowerCase());
  const holderId = await findAddressId(db, owner);
  const only = query.contractAddress === undefined ? undefined : [readAddress(query.contractAddress)];
  const tokenId = only && ((await idsOf(context, only))[0] ?? NONE);
  const page = await takePage({
    tokens: context.pageTokens,
    token: query.pageToken,
    canonical: {
      ...canonicalOf(context, `holdings ${forms.join()}`, query.address),
      contract: query.contractAddress?.toLowerCase(),
    },
    start: undefined,
    pageSize: query.pageSize,
    list: async (cursor, limit) => {
      const after = cursor === undefined ? undefined : await readNft(db, cursor);
      return holderId === undefined ? [] : listNftHoldings(db, holderId, { forms, tokenId, after, limit });
    },
    cursorOf: ({ id }) => id,
    fit: (rows) => fitNfts(db, rows),
  });
  const parties = await readParties(
    db,
    page.rows.map(({ token_id }) => token_id),
  );
  const texts = await loadNftTexts(
    db,
    page.rows.map(({ id }) => id),
  );
  return { ...page, owner: formatEvmAddress(owner), parties, texts };
}

/** No contract has this number. */
const NONE = -1;

type Held = { owner: string; parties: Map<number, Party>; texts: Map<number, NftTexts> };

function presentHeld721(context: EvmContext, { owner, parties, texts }: Held, row: NftHolding) {
  const nft = { contract: parties.get(row.token_id), number: row.token_number, texts: texts.get(row.id) };
  return { ...presentErc721(nft, context), ownerAddress: owner, chainId: context.evmChainId };
}

function presentHeld1155(context: EvmContext, { parties, texts }: Held, row: NftHolding) {
  const nft = { contract: parties.get(row.token_id), number: row.token_number, texts: texts.get(row.id) };
  return {
    ...presentErc1155(nft, context),
    chainId: context.evmChainId,
    balance: String(amountOf(row.balance)),
  };
}

async function idsOf({ db }: EvmContext, addresses: readonly Uint8Array[]): Promise<number[]> {
  const ids = await Promise.all(addresses.map((address) => findAddressId(db, address)));
  return ids.filter((id) => id !== undefined);
}

/** @throws InputError BAD_PARAMETER */
function readAddress(text: string): Uint8Array {
  const trimmed = text.trim().toLowerCase();
  if (/^0x[0-9a-f]{40}$/.test(trimmed)) return fromHex(trimmed);
  throw new InputError(
    "BAD_PARAMETER",
    `contractAddresses must be 0x and 40 hex digits, not "${text.slice(0, 80)}"`,
  );
}

function canonicalOf({ evmChainId, dialect }: EvmContext, endpoint: string, address: string) {
  return { endpoint, evmChainId, address: address.toLowerCase(), dialect: dialect.name };
}
