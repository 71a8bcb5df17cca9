import type { EvmDb } from "../../db";
import { engineOf } from "../../engine";
import { ACTIVITY } from "../../rows/columns";
import { rowCount } from "../../sql/computed";
import { listedWithin, listParts } from "./list-items";

/** Lists of addresses, compared with the rows that they name inside the engine: they are most rows of a store. */

/** Positions of an epoch: from its first one on, below that of the next. */
export interface EpochSpan {
  epoch: number;
  from: number;
  below: number;
}

/** An item that is stored and should not be, or is missing. */
export interface WrongItem {
  addressId: number;
  kind: number;
  position: number;
  item: number;
  isStored: boolean;
}

export async function listEpochSpans(db: EvmDb): Promise<EpochSpan[]> {
  const rows = await db.selectFrom("epoch").selectAll().orderBy("epoch").execute();
  return rows.map(({ epoch, first_position }, i) => ({
    epoch,
    from: first_position,
    below: rows[i + 1]?.first_position ?? Number.MAX_SAFE_INTEGER,
  }));
}

/** Items of an epoch that differ from its transactions, calls and movements: at most `limit` of each kind. */
export async function findWrongItems(db: EvmDb, span: EpochSpan, limit: number): Promise<WrongItem[]> {
  const wrong: WrongItem[] = [];
  for (const kind of Object.values(ACTIVITY)) {
    const expected = listedWithin(db, kind, span);
    const stored = db
      .selectFrom("address_activity")
      .select(["address_id", "position", "item"])
      .where("epoch", "=", span.epoch)
      .where("kind", "=", kind);
    const found = await Promise.all([
      expected.except(stored).limit(limit).execute(),
      stored.except(expected).limit(limit).execute(),
    ]);
    for (const [side, rows] of found.entries())
      for (const { address_id, position, item } of rows)
        wrong.push({ addressId: address_id, kind, position, item, isStored: side === 1 });
  }
  return wrong;
}

/** How many items an epoch has, its listed addresses without items, and its addresses with items that are not listed. */
export async function auditEpoch(
  db: EvmDb,
  { epoch }: EpochSpan,
): Promise<{ items: number; without: number[]; unlisted: number[] }> {
  const items = await db
    .selectFrom("address_activity")
    .select(rowCount.as("items"))
    .where("epoch", "=", epoch)
    .executeTakeFirstOrThrow();
  const active = db.selectFrom("address_activity").select("address_id").where("epoch", "=", epoch);
  const listed = db.selectFrom("address_epoch").select("address_id").where("epoch", "=", epoch);
  const difference = async (these: typeof listed, those: typeof listed) => {
    const rows = await these.except(those).limit(100).execute();
    return rows.map(({ address_id }) => address_id);
  };
  return {
    items: items.items,
    without: await difference(listed, active as unknown as typeof listed),
    unlisted: await difference(active as unknown as typeof listed, listed),
  };
}

/** Numbers of addresses in lists that the dictionary does not have. */
export async function listUnknownAddresses(db: EvmDb, limit: number): Promise<number[]> {
  const members = engineOf(db).keepsLists
    ? [db.selectFrom("address_epoch").select("address_id")]
    : Object.values(ACTIVITY)
        .flatMap((kind) => listParts(db, kind))
        .map((part) => db.selectFrom(part.as("part")).select("address_id"));
  const unknown = new Set<number>();
  for (const some of members) {
    const rows = await db
      .selectFrom(some.as("member"))
      .leftJoin("address", "address.id", "member.address_id")
      .select("member.address_id")
      .distinct()
      .where("address.id", "is", null)
      .limit(limit)
      .execute();
    for (const { address_id } of rows) unknown.add(address_id);
  }
  return [...unknown];
}
