import type { PrimaryDb } from "../db";
import type { LedgerRecordTable } from "../tables/bookkeeping";

/** A record to write, or to delete when it has no text. */
export type LedgerChange = Omit<LedgerRecordTable, "text"> & { text?: string };

/** Every record of the ledger. */
export async function readLedger(db: PrimaryDb): Promise<LedgerRecordTable[]> {
  return db.selectFrom("ledger_record").selectAll().execute();
}

/** Brings the stored ledger up to a batch. Call it in the transaction that writes the rows. */
export async function writeLedger(db: PrimaryDb, changes: readonly LedgerChange[]): Promise<void> {
  for (const { kind, key, text } of changes) {
    if (text === undefined) {
      await db.deleteFrom("ledger_record").where("kind", "=", kind).where("key", "=", key).execute();
      continue;
    }
    await db
      .insertInto("ledger_record")
      .values({ kind, key, text })
      .onConflict((conflict) => conflict.columns(["kind", "key"]).doUpdateSet({ text }))
      .execute();
  }
}

/** One record of the ledger by its key; undefined when there is none. */
export async function readLedgerRecord(
  db: PrimaryDb,
  kind: string,
  key: string,
): Promise<LedgerRecordTable | undefined> {
  return db
    .selectFrom("ledger_record")
    .selectAll()
    .where("kind", "=", kind)
    .where("key", "=", key)
    .executeTakeFirst();
}
