import { type QueryExecutorProvider, sql } from "kysely";

/**
 * Notes under `key` that all stored blocks are to be read again. Read first, then written: Citus 13.2 can't write an
 * `insert … select` that has a `having`.
 */
export async function noteAllBlocks(db: QueryExecutorProvider, key: string): Promise<void> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(height) as first, max(height) as last from block`.execute(db);
  const { first = null, last = null } = rows[0] ?? {};
  await sql`delete from network where key = ${key}`.execute(db);
  if (first === null) return;
  await sql`insert into network (key, value) values (${key}, ${`${first}-${last}`})`.execute(db);
}
