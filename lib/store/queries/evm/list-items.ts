import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from "kysely";
import type { EvmDb } from "../../db";
import { engineOf } from "../../engine";
import { ACTIVITY, EVENTS_PER_BLOCK, TRANSFER_FORMS } from "../../rows/columns";
import { setOf, tupleIs } from "../../sql/expressions";
import type { EvmTables } from "../../tables/evm";
import { epochsWithin } from "./epochs";

/** One item of a list: where it happened, and which item of the transaction it is. */
export interface ActivityItem {
  position: number;
  item: number;
}

/** The items of one kind (`ACTIVITY` in columns.ts) that an address has. */
interface List {
  addressId: number;
  kind: number;
}

/** The same in an epoch. */
export interface ListInEpoch extends List {
  epoch: number;
}

/** Which items of a list are read. */
export interface ItemRange {
  /** Positions from `from` on, below `below` if given. */
  from: number;
  below?: number | undefined;
  /** Only items before this one. */
  before?: ActivityItem | undefined;
  order: "asc" | "desc";
  /** How many the query takes; all of them if undefined. */
  limit?: number | undefined;
  /** Whether the query takes positions alone, each once: a transaction may have more items than the limit. */
  distinct?: boolean;
}

type Items = SelectQueryBuilder<EvmTables, never, ActivityItem>;

/** A list's items to select from. The query orders and limits them: without that there may be more, in any order. */
export function itemsOf(db: EvmDb, { epoch, addressId, kind }: ListInEpoch, range: ItemRange): Items {
  if (engineOf(db).keepsLists) {
    const stored = db
      .selectFrom("address_activity")
      .where("epoch", "=", epoch)
      .where("address_id", "=", addressId)
      .where("kind", "=", kind)
      .select(["position", "item"]);
    return within(stored as unknown as Items, range);
  }
  return computedItems(db, { addressId, kind }, range);
}

/** Items of a list that the store does not keep. */
function computedItems(db: EvmDb, { addressId, kind }: List, range: ItemRange): Items {
  // Each part is read up to the limit by an index of its own, so that only these few rows are sorted.
  return unionOf(
    listParts(db, kind).map((part, i) => {
      const items = db.selectFrom(part.as("part")).where("address_id", "=", addressId);
      const ofPart = within(items.select(["position", "item"]) as unknown as Items, range);
      return db.selectFrom(limited(ofPart, range).as(`part_${i}`)).selectAll() as unknown as Items;
    }),
  );
}

/** Which items of a list come first: those of a range of positions, at most `limit`. */
interface Part {
  from: number;
  below: number;
  order: "asc" | "desc";
  limit: number;
}

/** The first items of a list, in order. */
export function firstItems(db: EvmDb, list: List, part: Part): Promise<ActivityItem[]> {
  const { order, limit } = part;
  if (engineOf(db).keepsLists)
    return storedItems(db, list, part)
      .select(["listed.position", "listed.item"])
      .orderBy("listed.item", order)
      .limit(limit)
      .execute();
  return db
    .selectFrom(computedItems(db, list, part).as("place"))
    .select(["position", "item"])
    .orderBy("position", order)
    .orderBy("item", order)
    .limit(limit)
    .execute();
}

/** The positions of a list's first items, in order and each once. */
export async function firstPositions(db: EvmDb, list: List, part: Part): Promise<number[]> {
  const { order, limit } = part;
  const places = engineOf(db).keepsLists
    ? await storedItems(db, list, part).select("listed.position").distinct().limit(limit).execute()
    : await db
        .selectFrom(computedItems(db, list, { ...part, distinct: true }).as("place"))
        .select("position")
        .distinct()
        .orderBy("position", order)
        .limit(limit)
        .execute();
  return places.map(({ position }) => position);
}

/**
 * Items of a list that the store keeps, by position. Epochs are in the order of their positions, so ordering by epoch first
 * reads them one after the other, stops at the limit, and sorts nothing.
 */
function storedItems(db: EvmDb, { addressId, kind }: List, part: Part) {
  const { from, below, order } = part;
  return epochsWithin(db, addressId, { from: from > 0 ? from : undefined, last: below - 1 })
    .innerJoin("address_activity as listed", (join) =>
      join
        .onRef("listed.epoch", "=", "address_epoch.epoch")
        .on("listed.address_id", "=", addressId)
        .on("listed.kind", "=", kind),
    )
    .where("listed.position", ">=", from)
    .where("listed.position", "<", below)
    .orderBy("address_epoch.epoch", order)
    .orderBy("listed.position", order);
}

function within(items: Items, { from, below, before }: ItemRange): Items {
  let query = items.where(sql.ref("position"), ">=", from);
  if (below !== undefined) query = query.where(sql.ref("position"), "<", below);
  return before ? query.where(tupleIs(["position", "item"], "<", [before.position, before.item])) : query;
}

/**
 * The first rows in the order of an index. Which item comes first within a transaction no index says: all of the last
 * transaction's are read.
 */
function limited(items: Items, { order, limit, distinct }: ItemRange): Items {
  if (limit === undefined) return items;
  const ordered = items.orderBy("position", order);
  if (!distinct) return ordered.fetch(limit, "with ties");
  const positions = ordered.clearSelect().select(sql.ref<number>("position").as("position"));
  return positions.distinct().limit(limit) as unknown as Items;
}

/** Items with the address in whose list they are: rows without one are in none. */
type Listed = SelectQueryBuilder<EvmTables, never, ActivityItem & { address_id: number }>;

/** Everything that belongs into the lists of a kind at positions `from` (inclusive) to `below` (exclusive). */
export function listedWithin(
  db: EvmDb,
  kind: number,
  { from, below }: { from: number; below: number },
): Listed {
  const rows = unionOf(
    listParts(db, kind).map((part, i) => {
      const items = db.selectFrom(part.as(`part_${i}`)).where("position", ">=", from);
      return items.where("position", "<", below).selectAll() as unknown as Listed;
    }),
  );
  return db.selectFrom(rows.as("listed")).select(["address_id", "position", "item"]) as unknown as Listed;
}

/** Whether an address has an item of some kinds at positions that a statement computes: `from` (inclusive) to `below` (exclusive). */
export function hasItems(
  db: EvmDb,
  { addressId, kinds }: { addressId: number; kinds: readonly number[] },
  { from, below }: { from: Expression<number>; below: Expression<number> },
): Expression<SqlBool> {
  const { exists, or } = expressionBuilder<EvmTables>();
  if (engineOf(db).keepsLists)
    return exists(
      epochsWithin(db, addressId, { from, last: below })
        .innerJoin("address_activity as listed", (join) =>
          join.onRef("listed.epoch", "=", "address_epoch.epoch").on("listed.address_id", "=", addressId),
        )
        .where("listed.kind", "in", setOf(kinds))
        .where("listed.position", ">=", from)
        .where("listed.position", "<", below)
        .select("listed.epoch"),
    );
  const parts = kinds.flatMap((kind) => listParts(db, kind));
  return or(
    parts.map((part) =>
      exists(
        db
          .selectFrom(part.as("part"))
          .where("part.address_id", "=", addressId)
          .where("part.position", ">=", from)
          .where("part.position", "<", below)
          .select("part.item"),
      ),
    ),
  );
}

function unionOf<Row>(
  parts: SelectQueryBuilder<EvmTables, never, Row>[],
): SelectQueryBuilder<EvmTables, never, Row> {
  return parts.reduce((all, part) => all.unionAll(part));
}

/** The parts of the lists of a kind. No item is in two of them. */
export function listParts(db: EvmDb, kind: number): Listed[] {
  const partsOf = PARTS[kind];
  if (partsOf === undefined) throw new Error(`no list of kind ${kind}`);
  return partsOf(db) as unknown as Listed[];
}

type Event = ExpressionBuilder<EvmTables, "token_transfer">;

/** `eventItem` in columns.ts, which is more than the column can hold. */
const eventOf = (eb: Event) =>
  eb(eb(eb.cast<number>("item", "bigint"), "*", sql.lit(EVENTS_PER_BLOCK)), "+", eb.ref("log_index")).as(
    "item",
  );

/** The form is written out: an index over some rows is not used for bound values. */
const transfers = (form: (typeof TRANSFER_FORMS)[number]) => (db: EvmDb) => {
  const ofForm = db.selectFrom("token_transfer").where("form", "=", sql.lit(TRANSFER_FORMS.indexOf(form)));
  return [
    ofForm.select(["from_id as address_id", "position"]).select(eventOf),
    ofForm.select(["to_id as address_id", "position"]).select(eventOf).whereRef("to_id", "<>", "from_id"),
  ];
};

const PARTS: Readonly<Record<number, (db: EvmDb) => object[]>> = {
  [ACTIVITY.native]: (db) => {
    const transactions = db.selectFrom("transaction").select(["position", sql.lit(0).as("item")]);
    return [
      transactions.select("from_id as address_id"),
      transactions
        .select(({ fn }) => fn.coalesce("to_id", "created_id").as("address_id"))
        .where((eb) => eb(eb.fn.coalesce("to_id", "created_id"), "<>", eb.ref("from_id"))),
    ];
  },
  [ACTIVITY.internal]: (db) => {
    const calls = db.selectFrom("internal_transaction").select(["position", "trace_index as item"]);
    return [
      calls.select("from_id as address_id"),
      calls.select("to_id as address_id").whereRef("to_id", "<>", "from_id"),
    ];
  },
  [ACTIVITY.erc20]: transfers("erc20"),
  [ACTIVITY.erc721]: transfers("erc721"),
  [ACTIVITY.erc1155]: transfers("erc1155"),
  [ACTIVITY.token]: (db) => [
    db.selectFrom("token_transfer").select(["token_id as address_id", "position"]).select(eventOf),
  ],
  [ACTIVITY.wrap]: (db) => [
    db.selectFrom("coin_wrap").select(["holder_id as address_id", "position", "log_index as item"]),
  ],
  [ACTIVITY.wrapper]: (db) => [
    db.selectFrom("coin_wrap").select(["token_id as address_id", "position", "log_index as item"]),
  ],
};
