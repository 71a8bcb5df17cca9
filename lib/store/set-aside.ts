import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { type Kysely, sql } from "kysely";
import { copyDatabase } from "./dialect";
import type { PrimaryTables } from "./tables";

/** What a store keeps when its contents go: its form, and who writes it. */
const KEPT = ["schema_version", "lease"];

/**
 * Moves everything in the store to a new file and leaves it empty. The store's own file stays where it is, so whoever
 * reads it sees it empty next, not a file that is no longer there. Killed in between, it is whole in both places.
 * @throws StoreError STORE_FAILED, also when `file` exists
 */
export async function setAside(db: Kysely<PrimaryTables>, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await copyDatabase(db, file);
  const tables = (await db.introspection.getTables()).filter(({ name }) => !KEPT.includes(name));
  await db.transaction().execute(async (trx) => {
    for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(trx);
  });
}
