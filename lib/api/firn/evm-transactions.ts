import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { decodeCall } from "../../avalanche/evm/abi/read";
import { decodeTransaction } from "../../avalanche/evm/transaction";
import type * as contract from "../../contract/firn/evm-transactions";
import { readPartiesByAddress } from "../../store/queries/evm/address";
import { findMessengerStep } from "../../store/queries/evm/message";
import {
  countListsOf,
  listInternalsOf,
  listTransfersOf,
  readInternals,
  readTransfers,
} from "../../store/queries/evm/transaction";
import { heightOf } from "../../store/rows/columns";
import type { EvmTransactionTable } from "../../store/tables/evm/chain";
import { lookAtCalled } from "../evm/learn-contracts";
import { nameMessage } from "../evm/message-chains";
import { outcomeOf, presentMoved } from "../evm/outcome";
import { loadEvmRows } from "../evm/rows";
import { presentUntraced } from "../evm/traces";
import { readTransactionBytes, requireTransaction } from "../evm/transaction";
import type { EvmContext, Handler } from "../handler";
import { numberedPage } from "../page/numbered";
import { presentNetworkToken } from "../present/evm/chain";
import { presentParty } from "../present/evm/party";
import { presentCall, presentFullNative } from "../present/evm/transaction";
import { presentTransfer } from "../present/evm/transfer";

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
    const outcome = outcomeOf(row, { transfers, internals });
    const { onlyTransfer, shown } = outcome;
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
      ...presentMoved(rows, outcome),
      ...(onlyTransfer && { onlyTransfer: presentTransfer(rows, onlyTransfer).transfer }),
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
