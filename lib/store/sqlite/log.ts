import { type Kysely, type QueryExecutorProvider, sql } from "kysely";

/** The write-ahead log of a database: how long it grows, and when it is emptied. */

/** How long a statement waits for another writer. */
export const BUSY_MS = 5_000;

/**
 * Bytes that the write-ahead log grows to. A page that several batches change is copied into the file once.
 * With the longest log, a store that takes in millions of rows is written a sixth faster and read a little slower.
 * The least is for a store that few rows are written to.
 */
export const LOG_BYTES = { least: 2 ** 20, short: 2 ** 26, long: 2 ** 28 };

export type LogLength = keyof typeof LOG_BYTES;

/** How long the log of a writer's database may grow from now on; `short` at first. */
export async function setLog(db: QueryExecutorProvider, length: LogLength): Promise<void> {
  const { rows } = await sql<{ page_size: number }>`pragma page_size`.execute(db);
  const pageBytes = Number(rows[0]?.page_size);
  await sql.raw(`pragma wal_autocheckpoint = ${LOG_BYTES[length] / pageBytes}`).execute(db);
}

/** Empties the log of a writer's database, unless someone is reading from it. Waits for nobody. */
export async function cutLog<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`pragma busy_timeout = 0`.execute(connection);
    try {
      await sql`pragma wal_checkpoint(truncate)`.execute(connection);
    } finally {
      await sql.raw(`pragma busy_timeout = ${BUSY_MS}`).execute(connection);
    }
  });
}
