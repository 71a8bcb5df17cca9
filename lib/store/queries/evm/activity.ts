import type { EvmDb } from "../../db";
import { ACTIVITY, compareItems, heightOf, positionOf } from "../../rows/columns";
import { rowCount } from "../../sql/computed";
import { listEpochs } from "./epochs";
import { type ActivityItem, firstItems, firstPositions, itemsOf } from "./list-items";

export interface ActivityRange {
  /** Positions from `from` on, below `below`. */
  from: number;
  below: number;
}

/** Where a page ended: in which group, and after how many of its items. */
export interface ActivityCursor {
  group: number;
  shown: number;
}

export interface ActivityPage {
  range: ActivityRange;
  after: ActivityCursor | undefined;
  limit: number;
  /** Items kept together in their own order: those of a transaction, or of a block. */
  groupBy: "transaction" | "block";
  /** Which group comes first: the newest, or the oldest. */
  order: "desc" | "asc";
}

/** Items of an address of some kinds (`ACTIVITY` in columns.ts). */
export async function listAddressActivity(
  db: EvmDb,
  { addressId, kinds }: { addressId: number; kinds: readonly number[] },
  page: ActivityPage,
): Promise<ActivityItem[]> {
  const sign = page.order === "desc" ? -1 : 1;
  return listGroups(page, async (range, limit) => {
    const part = { ...range, order: page.order, limit };
    const found = await Promise.all(kinds.map((kind) => firstItems(db, { addressId, kind }, part)));
    const [only = []] = found;
    if (found.length < 2) return only;
    const merged = found.flat().sort((a, b) => sign * (a.position - b.position || a.item - b.item));
    return merged.slice(0, limit);
  });
}

/**
 * Transactions in which an address took part in any way, one item each.
 * @param besides a kind (`ACTIVITY`) that alone does not count
 */
export async function listAddressTransactions(
  db: EvmDb,
  addressId: number,
  { range, after, limit, order }: Omit<ActivityPage, "groupBy">,
  besides?: number,
): Promise<ActivityItem[]> {
  const { token: _, wrap: __, wrapper: ___, ...all } = ACTIVITY;
  const kinds = Object.values(all).filter((kind) => kind !== besides);
  const shown = after?.shown ?? 0;
  const positions = await listPositions(
    db,
    { addressId, kinds },
    { range: rangeLeft({ range, after, groupBy: "transaction", order }), order, limit: limit + shown },
  );
  const left = shown === 0 ? positions : positions.filter((position) => position !== after?.group);
  return left.slice(0, limit).map((position) => ({ position, item: 0 }));
}

/** Positions of the transactions in which an address has items of some kinds, in order and each once. */
export async function listPositions(
  db: EvmDb,
  { addressId, kinds }: { addressId: number; kinds: readonly number[] },
  { range, order, limit }: Pick<ActivityPage, "range" | "order" | "limit">,
): Promise<number[]> {
  // A transaction may have more items than a page: without them, the limits of all kinds reach equally far.
  const part = { ...range, order, limit };
  const found = await Promise.all(kinds.map((kind) => firstPositions(db, { addressId, kind }, part)));
  const positions = [...new Set(found.flat())];
  const sign = order === "desc" ? -1 : 1;
  return positions.sort((a, b) => sign * (a - b)).slice(0, limit);
}

/** How many items of one kind (`ACTIVITY` in columns.ts) an address has from a position on. */
export async function countActivityFrom(
  db: EvmDb,
  { addressId, kind, from }: { addressId: number; kind: number; from: number },
): Promise<number> {
  let items = 0;
  const range = { from, order: "asc" } as const;
  for (const epoch of await listEpochs(db, addressId, range)) {
    const row = await db
      .selectFrom(itemsOf(db, { epoch, addressId, kind }, range).as("place"))
      .select(rowCount.as("items"))
      .executeTakeFirstOrThrow();
    items += row.items;
  }
  return items;
}

/** A page of the newest item: whether a list has any. */
export const NEWEST_ITEM: ActivityPage = {
  range: { from: 0, below: Number.MAX_SAFE_INTEGER },
  after: undefined,
  limit: 1,
  groupBy: "transaction",
  order: "desc",
};

/** The group of an item: its position, or the height of its block. */
export function groupOf({ groupBy }: Pick<ActivityPage, "groupBy">, { position }: ActivityItem): number {
  return groupBy === "block" ? heightOf(position) : position;
}

/** The rest of the list, from the group on in which the last page ended. */
function rangeLeft({ range, after, groupBy, order }: Omit<ActivityPage, "limit">): ActivityRange {
  if (after === undefined) return range;
  const group = groupRange(groupBy, after.group);
  return order === "desc"
    ? { from: range.from, below: Math.min(range.below, group.below) }
    : { from: Math.max(range.from, group.from), below: range.below };
}

type Seek = (range: ActivityRange, limit: number) => Promise<ActivityItem[]>;

/** Every group is read whole, as its items are shown in their own order. */
async function listGroups(page: ActivityPage, seek: Seek): Promise<ActivityItem[]> {
  const { after, limit, groupBy, order } = page;
  const left = rangeLeft(page);
  const wanted = limit + (after?.shown ?? 0);
  let items = await seek(left, wanted);
  const last = items.at(-1);
  if (last !== undefined && items.length === wanted) {
    const group = groupRange(groupBy, groupOf(page, last));
    const rest = items.filter(({ position }) => position >= group.below || position < group.from);
    const whole = await seek(
      { from: Math.max(left.from, group.from), below: Math.min(left.below, group.below) },
      ALL,
    );
    items = [...rest, ...whole];
  }
  const sign = order === "desc" ? -1 : 1;
  const ordered = items.sort(
    (a, b) =>
      sign * (groupOf(page, a) - groupOf(page, b)) || a.position - b.position || compareItems(a.item, b.item),
  );
  const skipped = ordered.filter((item) => groupOf(page, item) === after?.group).slice(0, after?.shown ?? 0);
  return ordered.slice(skipped.length, skipped.length + limit);
}

/** More items than a block can hold for one address. */
const ALL = 2 ** 31;

function groupRange(groupBy: ActivityPage["groupBy"], group: number): ActivityRange {
  if (groupBy === "transaction") return { from: group, below: group + 1 };
  return { from: positionOf(group, 0), below: positionOf(group + 1, 0) };
}
