import { fromHex } from "../../avalanche/codec/bytes";
import {
  findTransaction,
  listInternalsBetween,
  listInternalsOf,
  readInternals,
} from "../../store/queries/evm/transaction";
import { heightOf } from "../../store/rows/columns";
import type { InternalTransactionTable } from "../../store/tables/evm/chain";
import { openAddressItems } from "../evm/address-page";
import { loadEvmRows } from "../evm/rows";
import { requireTraces, untracedUpTo } from "../evm/traces";
import { presentInternal, withoutPlace } from "../present/evm/etherscan";
import { answerList, inGroups, type ListPage } from "./lists";
import type { Module } from "./module";

/** Calls that moved coin or created a contract: of an account, of a transaction, or of a range of blocks. */
export const listInternals: Module<"account">["txlistinternal"] = (asked, { address, txhash, ...query }) =>
  answerList(asked, query, async (page) => {
    const { context, yieldTurn } = page;
    requireTraces(context);
    const found = txhash === undefined ? await listCalls(page, address) : await listCallsOf(page, txhash);
    const all = await inGroups(found, yieldTurn, async (internals) => {
      const rows = await loadEvmRows(context, { internals });
      return internals.map((call) => presentInternal(rows, call));
    });
    const items = txhash === undefined ? all : all.map(withoutPlace);
    return { items, message: await messageFor(page, txhash) };
  });

async function listCalls(
  { context, range, order, part }: ListPage,
  address: string | undefined,
): Promise<InternalTransactionTable[]> {
  const { skip, limit } = part;
  if (address === undefined) return listInternalsBetween(context.db, { ...range, order }, part);
  const list = await openAddressItems(context, "internal", address);
  const read = await list.read({
    range,
    order,
    after: undefined,
    limit: skip + limit,
    groupBy: list.groupBy,
  });
  const items = read.slice(skip);
  const calls = await readInternals(
    context.db,
    items.map(({ position }) => position),
  );
  const placed = new Map(calls.map((call) => [`${call.position}/${call.trace_index}`, call]));
  return items.flatMap(({ position, item }) => placed.get(`${position}/${item}`) ?? []);
}

async function listCallsOf({ context, part }: ListPage, txhash: string): Promise<InternalTransactionTable[]> {
  const transaction = await findTransaction(context.db, fromHex(txhash.toLowerCase()));
  return transaction === undefined ? [] : listInternalsOf(context.db, transaction.position, part);
}

/** Says what is not known yet, in words that begin as clients know them. Undefined if all is known. */
async function messageFor(
  { context, range }: ListPage,
  txhash: string | undefined,
): Promise<string | undefined> {
  const transaction = txhash && (await findTransaction(context.db, fromHex(txhash.toLowerCase())));
  const [startBlock, endBlock] = transaction
    ? [heightOf(transaction.position), heightOf(transaction.position) + 1]
    : [heightOf(range.from), Math.ceil(range.below / 65_536)];
  const untraced = untracedUpTo(context, { startBlock, endBlock });
  return untraced && `OK-Missing/Pending Internal Txns: calls are not traced yet up to block ${untraced}`;
}
