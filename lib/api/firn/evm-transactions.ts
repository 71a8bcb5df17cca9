import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { decodeCall } from "../../avalanche/evm/abi/read";
import { decodeTransaction } from "../../avalanche/evm/transaction";
import type * as contract from "../../contract/firn/evm-transactions";
import { findAddressId, readPartiesByAddress } from "../../store/queries/evm/address";
import { findMessengerStep } from "../../store/queries/evm/message";
import {
  countListsOf,
  listInternalsOf,
  listTransfersOf,
  readInternals,
  readTransfers,
} from "../../store/queries/evm/transaction";
import { searchTransactions as search, type TxFilter } from "../../store/queries/evm/tx-search";
import { heightOf, indexInBlockOf, positionOf } from "../../store/rows/columns";
import type { EvmTransactionTable } from "../../store/tables/evm/chain";
import type { TokenTransferTable } from "../../store/tables/evm/tokens";
import { addressOf, canonicalOf } from "../evm/address-page";
import { heightsOfTimes } from "../evm/blocks";
import { type Change, changesOf } from "../evm/changes";
import { lookAtCalled } from "../evm/learn-contracts";
import { nameMessage } from "../evm/message-chains";
import { loadEvmRows } from "../evm/rows";
import { presentUntraced } from "../evm/traces";
import { readTransactionBytes, requireTransaction } from "../evm/transaction";
import type { EvmContext, Handler, HandlerRequest } from "../handler";
import { numberedPage } from "../page/numbered";
import { searchedTo, takeSearchPage } from "../page/search-page";
import { presentNetworkToken } from "../present/evm/chain";
import { presentParty } from "../present/evm/party";
import { presentErc20 } from "../present/evm/token";
import { type EvmRows, presentCall, presentFullNative, presentNative } from "../present/evm/transaction";
import { presentTransfer } from "../present/evm/transfer";

/** Tokens whose change is answered. More change in one transaction only for a collector of dust. */
const MOST_CHANGES = 25;

export const searchTransactions: Handler<typeof contract.searchTransactions> = ({ params, query, readEvm }) =>
  readEvm(params.chainId, async (context) => {
    const { before, pageToken, pageSize, ...asked } = query;
    const heights = await heightsOfTimes(context, { start: asked.startTimestamp, end: asked.endTimestamp });
    const filter = await readTxFilter(context, asked);
    const page = await takeSearchPage({
      tokens: context.pageTokens,
      token: pageToken,
      canonical: { ...canonicalOf(context, "searched transactions"), ...asked },
      start: await readTxPlace(context, before),
      pageSize,
      search: async (below, limit) =>
        filter === undefined
          ? { rows: [], next: undefined }
          : search(context.db, {
              filter,
              limit,
              from: positionOf(heights.from, 0),
              below: Math.min(below, positionOf(heights.below, 0)),
            }),
    });
    const { rows, next } = page;
    const loaded = await loadEvmRows(context, { transactions: rows });
    return {
      nextPageToken: page.nextPageToken,
      ...(next !== undefined && { nextBefore: `${heightOf(next)}-${indexInBlockOf(next)}` }),
      searchedTo: searchedTo(page, heightOf),
      transactions: rows.map((row) => presentNative(loaded, row)),
    };
  });

type TxQuery = HandlerRequest<typeof contract.searchTransactions>["query"];

/** Undefined if nothing can match: an address that no transaction names. */
async function readTxFilter(
  { db }: EvmContext,
  { from, to, method, status, minValue }: Omit<TxQuery, "pageSize">,
): Promise<TxFilter | undefined> {
  const idOf = async (address: string | undefined) =>
    address === undefined ? undefined : findAddressId(db, addressOf(address));
  const fromId = await idOf(from);
  const toId = await idOf(to);
  if ((from !== undefined && fromId === undefined) || (to !== undefined && toId === undefined))
    return undefined;
  return {
    fromId,
    toId,
    selectors: method?.split(",").map((selector) => fromHex(selector.toLowerCase())),
    status: status && (status === "success" ? 1 : 0),
    leastValue: minValue === undefined ? undefined : BigInt(minValue),
  };
}

/** The position of a transaction that is named by its hash, or by its block and index; above all without one. */
async function readTxPlace(context: EvmContext, place: string | undefined): Promise<number> {
  if (place === undefined) return Number.MAX_SAFE_INTEGER;
  if (place.startsWith("0x")) return (await requireTransaction(context, place)).position;
  const [height = 0, index = 0] = place.split("-").map(Number);
  return positionOf(height, index);
}

export const getEvmTransaction: Handler<typeof contract.getEvmTransaction> = async (request) => {
  const { params, readEvm } = request;
  const looks = await lookAtCalled(request);
  const { body, message } = await readEvm(params.chainId, async (given) => {
    const context = { ...given, labels: given.labels.knowing(looks) };
    const { db } = context;
    const row = await requireTransaction(context, params.txHash);
    const { position, log_count: logCount } = row;
    // What it changed is a sum over all of them; the answer has none.
    const transfers = await readTransfers(db, [position]);
    const internals = await readInternals(db, [position]);
    const changes =
      row.status === 0 ? [] : changesOf(row.from_id, row, { transfers, internals }).slice(0, MOST_CHANGES);
    const [onlyTransfer] = transfers.length === 1 ? transfers : [];
    const named = transfers.filter(({ token_id }) => changes.some(({ tokenId }) => tokenId === token_id));
    const shown = onlyTransfer === undefined ? uniqueTokens(named) : [onlyTransfer];
    const rows = await loadEvmRows(context, { transactions: [row], transfers: shown });
    const bytes = await readTransactionBytes(context, row);
    const nativeTransaction = presentFullNative(rows, row, decodeTransaction(bytes));
    const message = await findMessengerStep(db, position);
    const { called, parties } = await readCalled(context, row, nativeTransaction);
    const body: contract.FirnEvmTransaction = {
      ...presentUntraced(context, heightOf(position)),
      networkTokenDetails: presentNetworkToken(context, nativeTransaction.blockTimestamp, context.asOfMs),
      nativeTransaction,
      bytes: toHex(bytes),
      ...(called !== undefined && { called }),
      parties,
      logCount,
      transferCount: transfers.length,
      internalTransactionCount: internals.length,
      revertedInternalTransactionCount: internals.filter(({ reverted }) => reverted).length,
      ...(onlyTransfer && { onlyTransfer: presentTransfer(rows, onlyTransfer).transfer }),
      changes: changes.map((change) => presentChange(rows, change)),
      movesNfts: transfers.some(
        ({ token_number, from_id, to_id }) =>
          token_number !== null && (from_id === row.from_id || to_id === row.from_id),
      ),
    };
    return { body, message };
  });
  return { ...body, ...(await nameMessage(message, request)) };
};

export const listEvmTransfers: Handler<typeof contract.listEvmTransfers> = ({ params, query, readEvm }) =>
  readEvm(params.chainId, async (context) => {
    const { db } = context;
    const row = await requireTransaction(context, params.txHash);
    const page = numberedPage(context, { list: "transfers", row, ...query });
    const { transfers: count } = await countListsOf(db, row.position);
    const transfers = await listTransfersOf(db, row.position, { skip: page.skip, limit: page.pageSize });
    const rows = await loadEvmRows(context, { transactions: [row], transfers });
    return {
      nextPageToken: page.nextOf(count),
      first: page.skip + 1,
      count,
      transfers: transfers.map((each) => presentTransfer(rows, each).transfer),
    };
  });

export const listEvmInternalTransactions: Handler<typeof contract.listEvmInternalTransactions> = ({
  params,
  query,
  readEvm,
}) =>
  readEvm(params.chainId, async (context) => {
    const { db } = context;
    const row = await requireTransaction(context, params.txHash);
    const page = numberedPage(context, { list: "internal transactions", row, ...query });
    const { internals: count } = await countListsOf(db, row.position);
    const internals = await listInternalsOf(db, row.position, { skip: page.skip, limit: page.pageSize });
    const rows = await loadEvmRows(context, { transactions: [row], internals });
    return {
      nextPageToken: page.nextOf(count),
      first: page.skip + 1,
      count,
      internalTransactions: internals.map((call) => presentCall(rows, call)),
    };
  });

/** One transfer of each token. */
function uniqueTokens(transfers: readonly TokenTransferTable[]): TokenTransferTable[] {
  return [...new Map(transfers.map((row) => [row.token_id, row])).values()];
}

function presentChange(
  { parties, terms }: EvmRows,
  { tokenId, amount }: Change,
): contract.FirnEvmTransaction["changes"][number] {
  const token = tokenId === undefined ? {} : { token: presentErc20(parties.get(tokenId), terms) };
  return { amount: String(amount), ...token };
}

/** What a transaction called, and what is known of the addresses in it and in its failure. */
async function readCalled(
  { db, labels }: EvmContext,
  { to_id }: EvmTransactionTable,
  { input, to, failure }: contract.FirnEvmTransaction["nativeTransaction"],
) {
  const books = labels.books(fromHex(to.address.toLowerCase()));
  const called = to_id === null ? undefined : decodeCall(books, input);
  const args = [...(called?.args ?? []), ...(failure?.custom?.args ?? [])];
  const named = args.flatMap(({ type, value }) => (type === "address" ? [fromHex(value.toLowerCase())] : []));
  const parties = await readPartiesByAddress(db, named);
  return { called, parties: parties.map((party) => presentParty(party, { labels })) };
}
