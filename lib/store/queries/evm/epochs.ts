import { sql } from "kysely";
import type { EvmDb } from "../../db";
import { engineOf } from "../../engine";
import type { EpochTable } from "../../tables/evm/chain";

/** Items after which a new epoch begins. */
export const EPOCH_ITEMS = 250_000;

/**
 * Lists of addresses are kept in epochs, so that inserts stay in a small part of their table. Where the engine keeps no
 * lists (`Engine.keepsLists`), the first epoch stands for all of them.
 */
const FIRST: EpochTable = { epoch: 0, items: 0, first_position: 0 };

/** The epochs that hold an address's items at positions `from` (inclusive) to `below` (exclusive), or all of them. */
export async function listEpochs(
  db: EvmDb,
  addressId: number,
  { from = 0, below, order }: { from?: number; below?: number | undefined; order: "asc" | "desc" },
): Promise<number[]> {
  if (!engineOf(db).keepsLists) return [FIRST.epoch];
  let query = db.selectFrom("address_epoch").select("epoch").where("address_id", "=", addressId);
  if (from > 0) {
    const first = sql.lit(Number.MIN_SAFE_INTEGER);
    query = query.where(({ eb, fn }) => eb("epoch", ">=", fn.coalesce(begunBy(db, from), first)));
  }
  if (below !== undefined) query = query.where("epoch", "<=", begunBy(db, below - 1));
  const rows = await query.orderBy("epoch", order).execute();
  return rows.map(({ epoch }) => epoch);
}

/** The epoch that holds a position. Epochs beyond it hold only positions beyond it. */
export async function findEpochOf(db: EvmDb, position: number): Promise<number> {
  const row = engineOf(db).keepsLists ? await begunBy(db, position).executeTakeFirst() : undefined;
  return row?.epoch ?? FIRST.epoch;
}

/** The epoch that is being filled; the first one in an empty store. */
export function findLastEpoch(db: EvmDb): Promise<EpochTable> {
  return findEnd(db, "desc");
}

/** The oldest epoch; the first one in an empty store. */
export function findFirstEpoch(db: EvmDb): Promise<EpochTable> {
  return findEnd(db, "asc");
}

async function findEnd(db: EvmDb, order: "asc" | "desc"): Promise<EpochTable> {
  if (!engineOf(db).keepsLists) return FIRST;
  const end = await db.selectFrom("epoch").selectAll().orderBy("epoch", order).limit(1).executeTakeFirst();
  return end ?? FIRST;
}

function begunBy(db: EvmDb, position: number) {
  return db
    .selectFrom("epoch")
    .select("epoch")
    .where("first_position", "<=", position)
    .orderBy("epoch", "desc")
    .limit(1);
}
