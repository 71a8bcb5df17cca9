import { sql } from "kysely";
import { asHolder, type Claim } from "./bookkeeping/lease";
import type { BookkeepingDb } from "./db";

/** What a store keeps when its contents go: its form, and who writes it. */
const KEPT = ["schema_version", "lease"];

/** Leaves the store empty. @throws StoreError STORE_CONFLICT when it is no longer the claimer's */
export async function clearStore(db: BookkeepingDb, claim: Claim): Promise<void> {
  const tables = await contentsOf(db);
  await asHolder(db, claim, async (trx) => {
    for (const name of tables) await sql`delete from ${sql.table(name)}`.execute(trx);
  });
}

/** Names of the tables that hold what a store has. */
export async function contentsOf(db: BookkeepingDb): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables.map(({ name }) => name).filter((name) => !KEPT.includes(name));
}
