import { heightOf, positionOf } from "../../columns";
import type { EvmStore } from "../../open-evm";

type Db = EvmStore["db"];

/** One item of a list: where it happened, and which item of the transaction it is. */
export interface ActivityItem {
  position: number;
  item: number;
}

export interface ActivityRange {
  /** Positions from here on, and below there. */
  from: number;
  below: number;
}

/** Where a page ends: in which group, and how many items of the group were shown. */
export interface ActivityCursor {
  group: number;
  shown: number;
}

export interface ActivityPage {
  range: ActivityRange;
  after: ActivityCursor | undefined;
  limit: number;
  /** Items that stand together in their own order, newest group first: those of a transaction, or of a block. */
  groupBy: "transaction" | "block";
}

/** Items of an address of one kind (`ACTIVITY` in columns.ts), newest first. */
export async function listAddressActivity(
  db: Db,
  list: { addressId: number; kind: number },
  page: ActivityPage,
): Promise<ActivityItem[]> {
  const epochs = await db
    .selectFrom("address_epoch")
    .select("epoch")
    .where("address_id", "=", list.addressId)
    .where("epoch", "<=", await lastEpoch(db, page))
    .orderBy("epoch", "desc")
    .execute();
  return listGroups(
    epochs.map(({ epoch }) => epoch),
    page,
    (epoch, { from, below }, limit) =>
      db
        .selectFrom("address_activity")
        .select(["position", "item"])
        .where("epoch", "=", epoch)
        .where("address_id", "=", list.addressId)
        .where("kind", "=", list.kind)
        .where("position", ">=", from)
        .where("position", "<", below)
        .orderBy("position", "desc")
        .orderBy("item", "desc")
        .limit(limit)
        .execute(),
  );
}

/** The group of an item: its position, or the height of its block. */
export function groupOf({ groupBy }: Pick<ActivityPage, "groupBy">, { position }: ActivityItem): number {
  return groupBy === "block" ? heightOf(position) : position;
}

/** The epoch in which a page begins: later ones hold later positions only. */
async function lastEpoch(db: Db, { range, after, groupBy }: ActivityPage): Promise<number> {
  const below =
    after === undefined ? range.below : Math.min(range.below, groupRange(groupBy, after.group).below);
  const epoch = await db
    .selectFrom("epoch")
    .select("epoch")
    .where("first_position", "<", below)
    .orderBy("epoch", "desc")
    .limit(1)
    .executeTakeFirst();
  return epoch?.epoch ?? 0;
}

type Seek = (epoch: number, range: ActivityRange, limit: number) => Promise<ActivityItem[]>;

/** Goes down the epochs; every group is read whole, as its items are shown in their own order. */
async function listGroups(
  epochs: readonly number[],
  page: ActivityPage,
  seek: Seek,
): Promise<ActivityItem[]> {
  const { range, after, limit, groupBy } = page;
  const start =
    after === undefined ? range.below : Math.min(range.below, groupRange(groupBy, after.group).below);
  const wanted = limit + (after?.shown ?? 0);
  const items: ActivityItem[] = [];
  for (const epoch of epochs) {
    if (items.length >= wanted) break;
    const found = await seek(epoch, { from: range.from, below: start }, wanted - items.length);
    const last = found.at(-1);
    if (last === undefined) continue;
    const group = groupRange(groupBy, groupOf(page, last));
    const rest = found.filter(({ position }) => position >= group.below);
    const whole = await seek(
      epoch,
      { from: Math.max(range.from, group.from), below: Math.min(start, group.below) },
      ALL,
    );
    items.push(...rest, ...whole);
  }
  const ordered = items.sort(
    (a, b) => groupOf(page, b) - groupOf(page, a) || a.position - b.position || a.item - b.item,
  );
  const skipped = ordered.filter((item) => groupOf(page, item) === after?.group).slice(0, after?.shown ?? 0);
  return ordered.slice(skipped.length, skipped.length + limit);
}

/** More than any block can hold of one address. */
const ALL = 2 ** 31;

function groupRange(groupBy: ActivityPage["groupBy"], group: number): ActivityRange {
  if (groupBy === "transaction") return { from: group, below: group + 1 };
  return { from: positionOf(group, 0), below: positionOf(group + 1, 0) };
}
