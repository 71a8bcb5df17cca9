import type * as contract from "../../contract/data/evm-transactions";
import { findAddressId } from "../../store/queries/evm/address";
import { readContract } from "../../store/queries/evm/token";
import {
  countFailed,
  listBlockTransactions,
  listLatestTransactions as listLatest,
  readInternals,
  readTransactions,
  readTransfers,
} from "../../store/queries/evm/transaction";
import { heightOf, indexInBlockOf } from "../../store/rows/columns";
import type { EvmTransactionTable, InternalTransactionTable } from "../../store/tables/evm/chain";
import type { TokenTransferTable } from "../../store/tables/evm/tokens";
import {
  type AddressList,
  addressOf,
  canonicalOf,
  nextOf,
  takeAddressPage,
  takeTransferPage,
} from "../evm/address-page";
import { requireBlock } from "../evm/blocks";
import { notFound } from "../evm/history";
import { withMessage } from "../evm/message-chains";
import { loadEvmRows } from "../evm/rows";
import { presentUntraced, requireTraces, untracedUpTo } from "../evm/traces";
import { requireTransaction } from "../evm/transaction";
import { presentDetail, presentInternals } from "../evm/transaction-detail";
import type { EvmContext, Handler } from "../handler";
import { takePage } from "../page/page";
import { presentCall, presentInternal, presentNative } from "../present/evm/transaction";
import { presentTransfers } from "../present/evm/transfer";

export const getTransaction: Handler<typeof contract.getTransaction> = async (request) => {
  const { params, readEvm } = request;
  const detail = await readEvm(params.chainId, async (context) => {
    const row = await requireTransaction(context, params.txHash);
    return presentDetail(context, row);
  });
  return withMessage(detail, request);
};

export const getDeploymentTransaction: Handler<typeof contract.getDeploymentTransaction> = async (
  request,
) => {
  const { params, query, readEvm } = request;
  const detail = await readEvm(params.chainId, async (chain) => {
    const context = { ...chain, currency: query.currency };
    const id = await findAddressId(context.db, addressOf(params.address));
    const made = id === undefined ? undefined : await readContract(context.db, id);
    const position = made?.created_position ?? undefined;
    const [row] = position === undefined ? [] : await readTransactions(context.db, [position]);
    if (row) return presentDetail(context, row);
    throw notFound(
      context,
      `no transaction that created ${params.address} is indexed on chain ${context.evmChainId}`,
    );
  });
  return withMessage(detail, request);
};

export const listNativeTransactions: Handler<typeof contract.listNativeTransactions> = ({
  params,
  query,
  readEvm,
}) =>
  readEvm(params.chainId, async (context) => {
    const page = await takeAddressPage(context, "native", { ...params, ...query });
    const transactions = await inOrder(context, page.positions);
    const rows = await loadEvmRows(context, { transactions });
    return {
      ...nextOf(page),
      transactions: transactions.map((row) => presentNative(rows, row)),
    };
  });

export const listInternalTransactions: Handler<typeof contract.listInternalTransactions> = ({
  params,
  query,
  readEvm,
}) =>
  readEvm(params.chainId, async (context) => {
    requireTraces(context);
    const page = await takeAddressPage(context, "internal", { ...params, ...query });
    const all = await readInternals(context.db, page.positions);
    const internals = page.items.flatMap(({ position, item }) =>
      all.filter((call) => call.position === position && call.trace_index === item),
    );
    const rows = await loadEvmRows(context, { internals });
    return {
      ...nextOf(page),
      transactions: internals.map((call) => presentInternal(rows, call)),
      untracedTo: untracedUpTo(context, query),
    };
  });

export const listErc20Transactions: Handler<typeof contract.listErc20Transactions> = ({
  params,
  query,
  readEvm,
}) =>
  readEvm(params.chainId, async (context) => {
    const { page, transfers } = await takeTransferPage(context, "erc20", { ...params, ...query });
    return {
      ...nextOf(page),
      transactions: transfers.flatMap((each) => ("erc20Token" in each ? [each] : [])),
    };
  });

export const listErc721Transactions: Handler<typeof contract.listErc721Transactions> = ({
  params,
  query,
  readEvm,
}) =>
  readEvm(params.chainId, async (context) => {
    const { page, transfers } = await takeTransferPage(context, "erc721", { ...params, ...query });
    return {
      ...nextOf(page),
      transactions: transfers.flatMap((each) => ("erc721Token" in each ? [each] : [])),
    };
  });

export const listErc1155Transactions: Handler<typeof contract.listErc1155Transactions> = ({
  params,
  query,
  readEvm,
}) =>
  readEvm(params.chainId, async (context) => {
    const { page, transfers } = await takeTransferPage(context, "erc1155", { ...params, ...query });
    return {
      ...nextOf(page),
      transactions: transfers.flatMap((each) => ("erc1155Token" in each ? [each] : [])),
    };
  });

export const listLatestTransactions: Handler<typeof contract.listLatestTransactions> = ({
  params,
  query,
  readEvm,
}) =>
  readEvm(params.chainId, async (context) => {
    const { status, before } = query;
    const start = before === undefined ? undefined : await requireTransaction(context, before);
    const page = await takePage({
      tokens: context.pageTokens,
      token: query.pageToken,
      canonical: { ...canonicalOf(context, "latest transactions"), status },
      start: start?.position,
      pageSize: query.pageSize,
      list: (below, limit) =>
        listLatest(context.db, { below, limit, status: status && (status === "success" ? 1 : 0) }),
      cursorOf: ({ position }) => position,
    });
    const rows = await loadEvmRows(context, { transactions: page.rows });
    return {
      nextPageToken: page.nextPageToken,
      transactions: page.rows.map((row) => presentNative(rows, row)),
    };
  });

export const getTransactionsForBlock: Handler<typeof contract.getTransactionsForBlock> = async (request) => {
  const { params, query, readEvm } = request;
  const { block } = await requireBlock(request);
  const { height, tx_count } = block;
  return readEvm(params.chainId, async (context) => {
    const page = await takePage({
      tokens: context.pageTokens,
      token: query.pageToken,
      canonical: { ...canonicalOf(context, "block transactions"), height },
      start: query.after,
      pageSize: query.pageSize === 0 ? Math.max(1, tx_count) : query.pageSize,
      list: (after, limit) =>
        listBlockTransactions(context.db, { height, fromIndex: (after ?? -1) + 1, limit }),
      cursorOf: ({ position }) => indexInBlockOf(position),
    });
    const rows = await loadEvmRows(context, { transactions: page.rows });
    const failedCount = await countFailed(context.db, height);
    return {
      nextPageToken: page.nextPageToken,
      transactions: page.rows.map((row) => presentNative(rows, row)),
      ...(failedCount > 0 && { failedCount }),
    };
  });
};

export const listTransfers: Handler<typeof contract.listTransfers> = ({ params, query, readEvm }) =>
  readEvm(params.chainId, async (context) => {
    const { page, transfers } = await takeTransferPage(context, "token", { ...params, ...query });
    return { ...nextOf(page), transfers };
  });

export const listTransactions: Handler<typeof contract.listTransactions> = ({ params, query, readEvm }) =>
  readEvm(params.chainId, async (context) => {
    const { page, transactions } = await takeGroups(context, { ...params, ...query });
    return { ...nextOf(page), transactions };
  });

export const listTransactionsV2: Handler<typeof contract.listTransactionsV2> = ({ params, query, readEvm }) =>
  readEvm(params.chainId, async (context) => {
    const { page, transactions } = await takeGroups(context, { ...params, ...query });
    return { ...nextOf(page), transactions: transactions.map(withReputation) };
  });

function withReputation({ erc20Transfers, ...transaction }: contract.AddressTransaction) {
  if (erc20Transfers === undefined) return transaction;
  return {
    ...transaction,
    erc20Transfers: erc20Transfers.map(({ erc20Token, ...transfer }) => ({
      ...transfer,
      erc20Token: { ...erc20Token, tokenReputation: null },
    })),
  };
}

/** A page of an address's transactions, each with its part that concerns the address. */
async function takeGroups(context: EvmContext, list: AddressList) {
  const page = await takeAddressPage(context, "transactions", list);
  const id = await findAddressId(context.db, addressOf(list.address));
  const transactions = await inOrder(context, page.positions);
  const concerns = (row: { from_id: number; to_id: number | null }) => row.from_id === id || row.to_id === id;
  const internals = (await readInternals(context.db, page.positions)).filter(concerns);
  const transfers = (await readTransfers(context.db, page.positions)).filter(concerns);
  const rows = await loadEvmRows(context, { transactions, internals, transfers });
  return {
    page,
    transactions: transactions.map(
      (row): contract.AddressTransaction => ({
        nativeTransaction: presentNative(rows, row),
        ...presentTransfers(rows, at(transfers, row.position)),
        ...presentInternals(at(internals, row.position).map((call) => presentCall(rows, call))),
        ...presentUntraced(context, heightOf(row.position)),
      }),
    ),
  };
}

async function inOrder({ db }: EvmContext, positions: readonly number[]): Promise<EvmTransactionTable[]> {
  const byPosition = new Map((await readTransactions(db, positions)).map((row) => [row.position, row]));
  return positions.flatMap((position) => byPosition.get(position) ?? []);
}

function at<T extends TokenTransferTable | InternalTransactionTable>(
  rows: readonly T[],
  position: number,
): T[] {
  return rows.filter((row) => row.position === position);
}
