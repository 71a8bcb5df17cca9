import { sql } from "kysely";
import { asHolder, type Claim } from "./bookkeeping/lease";
import type { BookkeepingDb } from "./db";
import { engineOf } from "./engine";

/** Tables that survive clearing: the schema's version, and the writer. */
const KEPT = ["schema_version", "lease"];

/** Empties the store. @throws StoreError STORE_CONFLICT when the claimer no longer has the lease */
export async function clearStore(db: BookkeepingDb, claim: Claim): Promise<void> {
  const tables = await contentsOf(db);
  await asHolder(db, claim, async (trx) => {
    for (const name of tables) await sql`delete from ${sql.table(name)}`.execute(trx);
  });
}

/** Names of the tables that hold the contents of a store. */
export async function contentsOf(db: BookkeepingDb): Promise<string[]> {
  const tables = await engineOf(db).tablesOf(db);
  return tables.map(({ table }) => table).filter((name) => !KEPT.includes(name));
}
