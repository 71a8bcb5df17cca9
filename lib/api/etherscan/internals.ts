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
    const { calls, blocks } =
      txhash === undefined
        ? { calls: await listCalls(page, address), blocks: page.blocks }
        : await listCallsOf(page, txhash);
    const all = await inGroups(calls, yieldTurn, async (internals) => {
      const rows = await loadEvmRows(context, { internals });
      return internals.map((call) => presentInternal(rows, call));
    });
    const items = txhash === undefined ? all : all.map(withoutPlace);
    const untraced = blocks && untracedUpTo(context, blocks);
    return { items, message: untraced && `${PENDING}: calls are not traced yet up to block ${untraced}` };
  });

/** Clients know by this that something is missing. */
const PENDING = "OK-Missing/Pending Internal Txns";

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

/** Of the transaction, with its block; nothing if it is not indexed. */
async function listCallsOf(
  { context, part }: ListPage,
  txhash: string,
): Promise<{ calls: InternalTransactionTable[]; blocks?: ListPage["blocks"] }> {
  const transaction = await findTransaction(context.db, fromHex(txhash.toLowerCase()));
  if (transaction === undefined) return { calls: [] };
  const height = heightOf(transaction.position);
  const calls = await listInternalsOf(context.db, transaction.position, part);
  return { calls, blocks: { startBlock: height, endBlock: height + 1 } };
}
