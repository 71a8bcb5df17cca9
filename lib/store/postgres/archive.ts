import { sql } from "kysely";
import { asHolder, type Claim } from "../bookkeeping/lease";
import type { BookkeepingDb } from "../db";
import { migrate } from "../migrate";
import { type IndexedStoreId, kindOf } from "../stores";
import { HAS_CITUS } from "./pool";
import { archiveOf, schemaOf } from "./schemas";

/**
 * Renames the store's schema and makes an empty one in its place, in one transaction.
 * @returns the archive's schema @throws StoreError STORE_CONFLICT when the claimer no longer has the lease
 */
export async function archiveSchema(
  id: IndexedStoreId,
  db: BookkeepingDb,
  { claim, nowMs }: { claim: Claim; nowMs: number },
): Promise<string> {
  const schema = schemaOf(id);
  const archive = archiveOf(id, new Date(nowMs));
  await asHolder(db, claim, async (trx) => {
    await sql`alter schema ${sql.id(schema)} rename to ${sql.id(archive)}`.execute(trx);
    await makeSchema(trx, schema);
    await migrate(kindOf(id), trx, { nowMs });
    await sql`insert into ${sql.id(schema, "lease")} select * from ${sql.id(archive, "lease")}`.execute(trx);
  });
  return archive;
}

/** Puts an archive back in place of the store. @throws as `archiveSchema` does */
export async function restoreSchema(
  id: IndexedStoreId,
  db: BookkeepingDb,
  { archive, claim }: { archive: string; claim: Claim },
): Promise<void> {
  const schema = schemaOf(id);
  await asHolder(db, claim, async (trx) => {
    await sql`delete from ${sql.id(archive, "lease")}`.execute(trx);
    await sql`insert into ${sql.id(archive, "lease")} select * from ${sql.id(schema, "lease")}`.execute(trx);
    await sql`drop schema ${sql.id(schema)} cascade`.execute(trx);
    await sql`alter schema ${sql.id(archive)} rename to ${sql.id(schema)}`.execute(trx);
  });
}

/** Makes a store's schema with its type, if it is missing. Citus, where the database has it, chooses a server for it. */
export async function makeSchema(db: BookkeepingDb, schema: string): Promise<void> {
  const [found] = (await sql<{ citus: boolean }>`${sql.raw(HAS_CITUS)}`.execute(db)).rows;
  if (found?.citus) await sql`set citus.enable_schema_based_sharding = on`.execute(db);
  await sql`create schema if not exists ${sql.id(schema)}`.execute(db);
  const { rows } =
    await sql`select 1 from pg_type where typname = 'u64' and typnamespace = to_regnamespace(${schema})`.execute(
      db,
    );
  if (rows.length === 0) await sql`create domain ${sql.id(schema, "u64")} as bigint`.execute(db);
}
