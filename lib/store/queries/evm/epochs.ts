import { type Expression, sql } from "kysely";
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
  const range = { from: from > 0 ? from : undefined, last: below === undefined ? undefined : below - 1 };
  const rows = await epochsWithin(db, addressId, range).select("epoch").orderBy("epoch", order).execute();
  return rows.map(({ epoch }) => epoch);
}

/** A position, or what a statement computes one with. */
export type SqlPosition = number | Expression<number>;

/** To select from the epochs that hold an address's items at positions `from` to `last`, both included. */
export function epochsWithin(
  db: EvmDb,
  addressId: number,
  { from, last }: { from: SqlPosition | undefined; last: SqlPosition | undefined },
) {
  let query = db.selectFrom("address_epoch").where("address_epoch.address_id", "=", addressId);
  if (from !== undefined) {
    const first = sql.lit(Number.MIN_SAFE_INTEGER);
    query = query.where(({ eb, fn }) =>
      eb("address_epoch.epoch", ">=", fn.coalesce(begunBy(db, from), first)),
    );
  }
  return last === undefined ? query : query.where("address_epoch.epoch", "<=", begunBy(db, last));
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

/** The last epoch that had begun by a position. */
function begunBy(db: EvmDb, position: SqlPosition) {
  return db
    .selectFrom("epoch")
    .select("epoch")
    .where("first_position", "<=", position)
    .orderBy("first_position", "desc")
    .limit(1);
}
