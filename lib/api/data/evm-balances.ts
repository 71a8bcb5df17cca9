import type { z } from "zod";
import { equalBytes, fromHex } from "../../avalanche/codec/bytes";
import {
  balanceOfCall,
  balanceOfTokenCall,
  ownerOfCall,
  readAddress,
  readUint256,
} from "../../avalanche/evm/calls";
import { type EvmClient, lacksState } from "../../client/evm";
import { rpcMessageOf } from "../../client/rpc";
import type * as contract from "../../contract/data/evm-balances";
import { NodeError } from "../../errors";
import { type Party, readParties } from "../../store/queries/evm/address";
import { findChainEnd } from "../../store/queries/evm/figures";
import { amountOf, TRANSFER_FORMS } from "../../store/rows/columns";
import type { EvmTerms } from "../evm/terms";
import type { EvmContext, Handler, HandlerRequest } from "../handler";
import { networkTokenOf } from "../present/evm/chain";
import { presentErc20, presentErc721, presentErc1155 } from "../present/evm/token";
import { presentValue } from "../present/price";
import type { YieldTurn } from "../snapshot/yield-turn";
import { askContract } from "../tokens/ask-contract";
import type { NftTexts } from "../tokens/nft-texts";
import {
  type Erc20Balance,
  type NftBalance,
  requireIndexed,
  takeErc20Balances,
  takeNftBalances,
} from "../tokens/token-balances";

const ERC721 = TRANSFER_FORMS.indexOf("erc721");
const ERC1155 = TRANSFER_FORMS.indexOf("erc1155");

export const getNativeBalance: Handler<typeof contract.getNativeBalance> = async ({
  params,
  query,
  readEvm,
}) => {
  const chain = await readEvm(params.chainId, async (context) => {
    await requireIndexed(context, query.blockNumber);
    return inCurrency(context, query);
  });
  return { nativeTokenBalance: await askNativeBalance(chain, params.address, query.blockNumber) };
};

export const listErc20Balances: Handler<typeof contract.listErc20Balances> = async (request) => {
  const { params, query } = request;
  const { chain, page, parties, indexed } = await readerFor(request)(
    params.chainId,
    async (context, yieldTurn) => {
      const page = await takeErc20Balances(context, { ...params, ...query }, yieldTurn);
      const parties = await readParties(
        context.db,
        page.rows.map(({ tokenId }) => tokenId),
      );
      return { chain: inCurrency(context, query), page, parties, indexed: await readIndexed(context) };
    },
  );
  const balances = await completeBalances({ chain, parties, indexed, ...params, ...query }, page.rows);
  return withNativeBalance({ ...params, height: query.blockNumber }, chain, {
    nextPageToken: page.nextPageToken,
    erc20TokenBalances: balances.map(({ tokenId, balance }) =>
      presentErc20Balance(chain, {
        token: parties.get(tokenId),
        balance,
        isPast: query.blockNumber !== undefined,
      }),
    ),
  });
};

export const listErc721Balances: Handler<typeof contract.listErc721Balances> = async ({
  params,
  query,
  readEvm,
}) => {
  const { chain, page, indexed } = await readEvm(params.chainId, async (context) => ({
    chain: context,
    page: await takeNftBalances(context, [ERC721], { ...params, ...query }),
    indexed: await readIndexed(context),
  }));
  const { parties } = page;
  const rows = await completeNfts({ chain, parties, indexed, ...params }, page.rows);
  return withNativeBalance(params, chain, {
    nextPageToken: page.nextPageToken,
    erc721TokenBalances: rows.map((row) => presentErc721Balance(chain, page, row)),
  });
};

export const listErc1155Balances: Handler<typeof contract.listErc1155Balances> = async (request) => {
  const { params, query } = request;
  const { chain, page, indexed } = await readerFor(request)(params.chainId, async (context, yieldTurn) => ({
    chain: context,
    page: await takeNftBalances(context, [ERC1155], { ...params, ...query, yieldTurn }),
    indexed: await readIndexed(context),
  }));
  const { parties } = page;
  const rows = await completeNfts({ chain, parties, indexed, ...params, ...query }, page.rows);
  return withNativeBalance({ ...params, height: query.blockNumber }, chain, {
    nextPageToken: page.nextPageToken,
    erc1155TokenBalances: rows.map((row) => presentErc1155Balance(chain, page, row)),
  });
};

export const listCollectibleBalances: Handler<typeof contract.listCollectibleBalances> = async ({
  params,
  query,
  readEvm,
}) => {
  const { chain, page, indexed } = await readEvm(params.chainId, async (context) => ({
    chain: context,
    page: await takeNftBalances(context, [ERC721, ERC1155], { ...params, ...query }),
    indexed: await readIndexed(context),
  }));
  const { parties } = page;
  const rows = await completeNfts({ chain, parties, indexed, ...params }, page.rows);
  return {
    nextPageToken: page.nextPageToken,
    collectibleBalances: rows.map((row) =>
      row.form === ERC721 ? presentErc721Balance(chain, page, row) : presentErc1155Balance(chain, page, row),
    ),
  };
};

/** Height of the last indexed block. */
async function readIndexed({ db }: EvmContext): Promise<number> {
  return (await findChainEnd(db))?.height ?? 0;
}

type Reader = <T>(
  chainId: string,
  work: (context: EvmContext, yieldTurn?: YieldTurn) => Promise<T>,
) => Promise<T>;

/** Chooses the reader: a past balance takes as long as there were transfers since, so it uses the slow connections. */
function readerFor({
  query,
  readEvm,
  readEvmSlow,
}: Pick<HandlerRequest<typeof contract.listErc1155Balances>, "query" | "readEvm" | "readEvmSlow">): Reader {
  return query.blockNumber === undefined ? readEvm : readEvmSlow;
}

/** A page of token balances with the native balance at the same block, left out if the node does not know it. */
async function withNativeBalance<Page>(
  { address, height }: { address: string; height?: number | undefined },
  chain: BalanceContext,
  page: Page,
): Promise<Page | (Page & { nativeTokenBalance: NativeBalance })> {
  try {
    return { nativeTokenBalance: await askNativeBalance(chain, address, height), ...page };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    const balance = chain.dialect.unknownText;
    return balance === undefined ? page : { nativeTokenBalance: { ...nativeToken(chain), balance }, ...page };
  }
}

/** Needed to present balances once the snapshot is closed. */
type BalanceContext = EvmTerms & Pick<EvmContext, "facts" | "nodes" | "evmChainId">;

function inCurrency(context: EvmContext, { currency }: Pick<EvmTerms, "currency">): EvmContext {
  return { ...context, currency };
}

type NativeBalance = z.infer<typeof contract.nativeTokenBalance>;

/** @throws NodeError STATE_MISSING when the node has no state of a block that old */
async function askBalance(client: EvmClient, address: string, height: number | undefined): Promise<bigint> {
  try {
    return await client.getBalance(fromHex(address.toLowerCase()), height);
  } catch (error) {
    if (height === undefined || !lacksState(error)) throw error;
    throw new NodeError(
      "STATE_MISSING",
      `the node has no state of block ${height}: ${rpcMessageOf(error)?.slice(0, 200)}`,
      {
        hint: 'let the chain keep the state of old blocks ("pruning-enabled": false in its config.json)',
        cause: error,
      },
    );
  }
}

/** Native balance of an account. No row has it, because atomic transactions and fees change it too. */
async function askNativeBalance(
  chain: BalanceContext,
  address: string,
  height: number | undefined,
): Promise<NativeBalance> {
  const { facts, nodes, prices, currency } = chain;
  const balance = await askBalance(nodes.client(facts), address, height);
  const token = nativeToken(chain);
  return {
    ...token,
    balance: String(balance),
    // Past balances have no price.
    ...(height === undefined
      ? presentValue(prices.current(undefined, currency), { balance, decimals: token.decimals }, chain)
      : {}),
  };
}

function nativeToken({ facts, evmChainId, labels, dialect }: BalanceContext): Omit<NativeBalance, "balance"> {
  const { description: _, ...token } = networkTokenOf(facts, labels.chain, dialect);
  return { ...token, chainId: evmChainId };
}

function presentErc20Balance(
  context: BalanceContext,
  { token, balance, isPast }: { token: Party | undefined; balance: bigint | undefined; isPast: boolean },
) {
  const { evmChainId, prices, currency, dialect } = context;
  // Past balances have no price.
  const { price: _, ...presented } = presentErc20(token, context);
  const price = isPast ? undefined : token && prices.current(token.address, currency);
  // The contract's own value: a placeholder for unknown decimals must not be used to compute a value.
  const decimals = token?.contract?.decimals ?? undefined;
  const held = balance === undefined ? dialect.unknownText : String(balance);
  return {
    ...presented,
    chainId: evmChainId,
    ...(held === undefined ? {} : { balance: held }),
    ...(balance === undefined ? {} : presentValue(price, { balance, decimals }, context)),
    tokenReputation: null,
  };
}

interface BalancesRequest {
  chain: BalanceContext;
  parties: Map<number, Party>;
  address: string;
  blockNumber?: number | undefined;
  /** Height of the last indexed block. */
  indexed: number;
}

/** Asks the node for balances that transfers do not give. Unknown and zero balances are left out. */
async function completeBalances(
  { chain, parties, address, blockNumber, indexed }: BalancesRequest,
  held: readonly Erc20Balance[],
): Promise<{ tokenId: number; balance: bigint | undefined }[]> {
  const data = balanceOfCall(fromHex(address.toLowerCase()));
  const balances = await Promise.all(
    held.map(async ({ tokenId, balance }) => {
      const token = parties.get(tokenId)?.address;
      if (balance !== undefined || token === undefined) return { tokenId, balance };
      const asked = { contract: token, data, height: blockNumber, indexed };
      return { tokenId, balance: await askContract(chain, asked, readBalance) };
    }),
  );
  return balances.filter(({ balance }) => balance === undefined || balance > 0n);
}

/** Asks the node for collectibles that the known transfers do not give. Those that the account does not have are left out. */
async function completeNfts(
  { chain, parties, address, blockNumber: height, indexed }: BalancesRequest,
  held: readonly NftBalance[],
): Promise<NftBalance[]> {
  const owner = fromHex(address.toLowerCase());
  const balances = await Promise.all(
    held.map(async (row) => {
      const contract = parties.get(row.token_id)?.address;
      if (row.balance !== undefined || contract === undefined) return row;
      const number = amountOf(row.token_number);
      const asked = { contract, height, indexed };
      const balance =
        row.form === ERC721
          ? await askContract(chain, { ...asked, data: ownerOfCall(number) }, (answer) => {
              const found = readAddress(answer);
              return found && equalBytes(found, owner) ? 1n : 0n;
            })
          : await askContract(chain, { ...asked, data: balanceOfTokenCall(owner, number) }, readBalance);
      return { ...row, balance };
    }),
  );
  return balances.filter(({ balance }) => balance === undefined || balance > 0n);
}

/** A contract that does not answer has no balance. */
function readBalance(answer: Uint8Array | undefined): bigint {
  return readUint256(answer) ?? 0n;
}

type Held = { owner: string; parties: Map<number, Party>; texts: Map<number, NftTexts> };

function presentErc721Balance(context: EvmContext, { owner, parties, texts }: Held, row: NftBalance) {
  const nft = { contract: parties.get(row.token_id), number: row.token_number, texts: texts.get(row.id) };
  return {
    ...presentErc721(nft, context),
    ...(row.balance === undefined ? {} : { ownerAddress: owner }),
    chainId: context.evmChainId,
  };
}

function presentErc1155Balance(context: EvmContext, { parties, texts }: Held, row: NftBalance) {
  const nft = { contract: parties.get(row.token_id), number: row.token_number, texts: texts.get(row.id) };
  const balance = row.balance === undefined ? context.dialect.unknownText : String(row.balance);
  return {
    ...presentErc1155(nft, context),
    chainId: context.evmChainId,
    ...(balance === undefined ? {} : { balance }),
  };
}
