import { type ExpressionBuilder, sql } from "kysely";
import type { EvmDb } from "../../db";
import { ACTIVITY, amountColumn } from "../../rows/columns";
import { numberSetOf, setOf } from "../../sql/expressions";
import type { EvmTables } from "../../tables/evm";
import type { EvmTransactionTable } from "../../tables/evm/chain";
import { listAddressActivity } from "./activity";

/** Which transactions are searched for: all conditions hold. Addresses are `address.id`. */
export interface TxFilter {
  fromId?: number | undefined;
  /** Of the account or contract that it calls, or of the contract that it creates. */
  toId?: number | undefined;
  /** Selectors of called functions, 4 bytes each. */
  selectors?: readonly Uint8Array[] | undefined;
  /** 0 for failed ones, 1 for successful ones. */
  status?: 0 | 1 | undefined;
  /** Wei. */
  leastValue?: bigint | undefined;
}

export interface TxSearch {
  filter: TxFilter;
  /** Positions `from` (inclusive) to `below` (exclusive). */
  from: number;
  below: number;
  limit: number;
}

/** Transactions, newest first, and the position below which the search goes on; nothing is left if it is undefined. */
export interface FoundTxs {
  rows: EvmTransactionTable[];
  next: number | undefined;
}

/** Transactions that one search looks at. */
const MOST_ROWS = 10_000;
/** The same of one address, whose transactions lie far apart: in all, and at once. */
const MOST_OF_ADDRESS = 3_000;
const OF_ADDRESS_AT_ONCE = 500;

/**
 * The newest transactions of a filter. A search looks at a bounded number of transactions, whatever the filter: it may end before it
 * has found as many as it was to, or any.
 */
export async function searchTransactions(db: EvmDb, search: TxSearch): Promise<FoundTxs> {
  const { fromId, toId } = search.filter;
  const addressId = fromId ?? toId;
  return addressId === undefined ? searchAll(db, search) : searchOfAddress(db, search, addressId);
}

async function searchAll(db: EvmDb, search: TxSearch): Promise<FoundTxs> {
  const { filter, from, below, limit } = search;
  const { status, ...others } = filter;
  const newest = db
    .selectFrom("transaction")
    .where("position", "<", below)
    // Written out: the index of failed transactions is not used for a bound value.
    .$if(status !== undefined, (query) => query.where("status", "=", status === 0 ? sql.lit(0) : sql.lit(1)))
    .orderBy("position", "desc");
  const last = await newest
    .where("position", ">=", from)
    .select("position")
    .offset(MOST_ROWS - 1)
    .limit(1)
    .executeTakeFirst();
  const lowest = last?.position ?? from;
  const rows = await newest
    .where("position", ">=", lowest)
    .where((eb) => isWanted(eb, others))
    .selectAll()
    .limit(limit + 1)
    .execute();
  return foundTxs(rows, { limit, left: lowest > from ? lowest : undefined });
}

async function searchOfAddress(db: EvmDb, search: TxSearch, addressId: number): Promise<FoundTxs> {
  const { filter, from, limit } = search;
  const rows: EvmTransactionTable[] = [];
  let below: number | undefined = search.below;
  for (let looked = 0; below !== undefined && looked < MOST_OF_ADDRESS && rows.length <= limit; ) {
    const items = await listAddressActivity(
      db,
      { addressId, kinds: [ACTIVITY.native] },
      {
        ...{ range: { from, below }, after: undefined, limit: OF_ADDRESS_AT_ONCE },
        ...{ groupBy: "transaction", order: "desc" },
      },
    );
    const positions = items.map(({ position }) => position);
    const found = await db
      .selectFrom("transaction")
      .selectAll()
      .where("position", "in", numberSetOf(positions))
      .where((eb) => isWanted(eb, filter))
      .execute();
    rows.push(...found.sort((a, b) => b.position - a.position));
    looked += items.length;
    below = items.length < OF_ADDRESS_AT_ONCE ? undefined : positions.at(-1);
  }
  return foundTxs(rows, { limit, left: below });
}

/** A page of what was found, of which `left` is below everything that was looked at. */
function foundTxs(
  found: readonly EvmTransactionTable[],
  { limit, left }: { limit: number; left: number | undefined },
): FoundTxs {
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? rows.at(-1)?.position : left };
}

function isWanted(
  eb: ExpressionBuilder<EvmTables, "transaction">,
  { fromId, toId, selectors, status, leastValue }: TxFilter,
) {
  return eb.and([
    ...(fromId === undefined ? [] : [eb("from_id", "=", fromId)]),
    ...(toId === undefined ? [] : [eb.or([eb("to_id", "=", toId), eb("created_id", "=", toId)])]),
    // The first bytes of a contract's code are no function.
    ...(selectors === undefined ? [] : [eb("selector", "in", setOf(selectors)), eb("to_id", "is not", null)]),
    ...(status === undefined ? [] : [eb("status", "=", status)]),
    // Its length comes before a number's bytes, so that they compare as numbers do.
    ...(leastValue === undefined ? [] : [eb("value", ">=", amountColumn(leastValue))]),
  ]);
}
