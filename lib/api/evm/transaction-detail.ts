import { decodeTransaction } from "../../avalanche/evm/transaction";
import { findMessengerStep } from "../../store/queries/evm/message";
import { readInternals, readTransfers } from "../../store/queries/evm/transaction";
import { heightOf } from "../../store/rows/columns";
import type { EvmTransactionTable } from "../../store/tables/evm/chain";
import type { EvmContext } from "../handler";
import { presentNetworkToken } from "../present/evm/chain";
import { presentCall, presentFullNative } from "../present/evm/transaction";
import { presentTransfers } from "../present/evm/transfer";
import type { Detail } from "./message-chains";
import { loadEvmRows } from "./rows";
import { presentUntraced } from "./traces";
import { readTransactionBytes } from "./transaction";

/** A transaction with the Teleporter message it sent or received. */
export async function presentDetail(context: EvmContext, row: EvmTransactionTable): Promise<Detail> {
  const { db, asOfMs } = context;
  const { position } = row;
  const internals = await readInternals(db, [position]);
  const transfers = await readTransfers(db, [position]);
  const rows = await loadEvmRows(context, { transactions: [row], internals, transfers });
  const bytes = await readTransactionBytes(context, row);
  const nativeTransaction = presentFullNative(rows, row, decodeTransaction(bytes));
  const message = await findMessengerStep(db, position);
  return {
    message,
    body: {
      ...presentTransfers(rows, transfers),
      ...presentInternals(internals.map((call) => presentCall(rows, call))),
      ...presentUntraced(context, heightOf(position)),
      networkTokenDetails: presentNetworkToken(context, nativeTransaction.blockTimestamp, asOfMs),
      nativeTransaction,
    },
  };
}

/** Internal transactions, left out if there are none. */
export function presentInternals<T>(internalTransactions: T[]): { internalTransactions?: T[] } {
  return internalTransactions.length === 0 ? {} : { internalTransactions };
}
