import { type ExpressionBuilder, sql } from "kysely";
import type { EvmDb } from "../../db";
import { ACTIVITY, amountColumn } from "../../rows/columns";
import { numberSetOf, setOf } from "../../sql/expressions";
import type { EvmTables } from "../../tables/evm";
import type { EvmTransactionTable } from "../../tables/evm/chain";
import { cutFound, type Found, findLastLookedAt } from "../found";
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

/** Transactions of an address that one search looks at: they lie far apart. In all, and at once. */
const MOST_OF_ADDRESS = 3_000;
const OF_ADDRESS_AT_ONCE = 500;

/** The newest transactions of a filter. */
export async function searchTransactions(db: EvmDb, search: TxSearch): Promise<Found<EvmTransactionTable>> {
  const { fromId, toId } = search.filter;
  const addressId = fromId ?? toId;
  return addressId === undefined ? searchAll(db, search) : searchOfAddress(db, search, addressId);
}

async function searchAll(db: EvmDb, search: TxSearch): Promise<Found<EvmTransactionTable>> {
  const { filter, from, below, limit } = search;
  const { status, ...others } = filter;
  const newest = db
    .selectFrom("transaction")
    .where("position", "<", below)
    // Written out: the index of failed transactions is not used for a bound value.
    .$if(status !== undefined, (query) => query.where("status", "=", status === 0 ? sql.lit(0) : sql.lit(1)))
    .orderBy("position", "desc");
  const isAll = Object.values(others).every((value) => value === undefined);
  const last = isAll
    ? undefined
    : await findLastLookedAt(newest.where("position", ">=", from).select("position"));
  const lowest = last?.position ?? from;
  const rows = await newest
    .where("position", ">=", lowest)
    .where((eb) => isWanted(eb, others))
    .selectAll()
    .limit(limit + 1)
    .execute();
  return cutFound(rows, { limit, left: lowest > from ? lowest : undefined, positionOf });
}

async function searchOfAddress(
  db: EvmDb,
  search: TxSearch,
  addressId: number,
): Promise<Found<EvmTransactionTable>> {
  const { filter, from, limit } = search;
  const rows: EvmTransactionTable[] = [];
  let below: number | undefined = search.below;
  for (let looked = 0; below !== undefined && looked < MOST_OF_ADDRESS && rows.length <= limit; ) {
    const items = await listAddressActivity(
      db,
      { addressId, kinds: [ACTIVITY.native] },
      {
        range: { from, below },
        after: undefined,
        limit: OF_ADDRESS_AT_ONCE,
        groupBy: "transaction",
        order: "desc",
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
  return cutFound(rows, { limit, left: below, positionOf });
}

function positionOf({ position }: EvmTransactionTable): number {
  return position;
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
