/** The engine: SQLite through better-sqlite3 in WAL mode, under Kysely. No file outside this folder knows it. */

import Database from "better-sqlite3";
import {
  type Dialect,
  Kysely,
  type QueryExecutorProvider,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import { CachingDriver } from "./driver";
import { wrapErrors } from "./errors";
import { keepToOwner } from "./own-file";

/** How long a statement waits for another writer. */
const BUSY_MS = 5_000;

/**
 * Pages of 4 KiB that the write-ahead log grows to. A page that several batches change is copied into the file once.
 * With the longer log, a store that takes in millions of rows is written a sixth faster and read a little slower.
 */
const LOG_PAGES = { short: 16_384, long: 65_536 };

/** A reader never writes. A scratch store is written by one process and deleted when that ends. */
export type OpenMode = "read" | "write" | "scratch";

/**
 * Opens the database at `path` (`:memory:` works). A writer creates the file, readable by this user only: stores hold
 * keys.
 * @throws StoreError STORE_FAILED when the file can't be opened or isn't a database
 */
export function openEngine<Tables>(path: string, mode: OpenMode): Kysely<Tables> {
  if (mode !== "read" && path !== ":memory:") keepToOwner(path);
  return wrapErrors(() => {
    const database = new Database(path, { readonly: mode === "read", fileMustExist: mode === "read" });
    database.pragma(`busy_timeout = ${BUSY_MS}`);
    database.pragma("cache_size = -65536");
    database.pragma("temp_store = memory");
    if (mode === "write") {
      database.pragma("journal_mode = wal");
      // A power cut may undo the last commits, never part of one: the indexer goes on from there.
      database.pragma("synchronous = normal");
      database.pragma(`wal_autocheckpoint = ${LOG_PAGES.short}`);
      database.pragma(`journal_size_limit = ${LOG_PAGES.short * 4096}`);
    }
    if (mode === "scratch") {
      database.pragma("journal_mode = memory");
      database.pragma("synchronous = off");
    }
    return new Kysely<Tables>({ dialect: sqliteDialect(database) });
  }, path);
}

/** Makes every commit wait for the disk: for what must survive a power cut. */
export async function commitToDisk(db: QueryExecutorProvider): Promise<void> {
  await sql`pragma synchronous = full`.execute(db);
}

export type LogLength = keyof typeof LOG_PAGES;

/** How long the log of a writer's database may grow from now on; `short` at first. */
export async function setLog(db: QueryExecutorProvider, length: LogLength): Promise<void> {
  await sql.raw(`pragma wal_autocheckpoint = ${LOG_PAGES[length]}`).execute(db);
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

/** Makes the tables of another database available as `name.table`. @throws StoreError STORE_FAILED */
export async function attach(db: QueryExecutorProvider, path: string, name: string): Promise<void> {
  await sql`attach database ${path} as ${sql.ref(name)}`.execute(db);
}

/** The inverse of `attach`. */
export async function detach(db: QueryExecutorProvider, name: string): Promise<void> {
  await sql`detach database ${sql.ref(name)}`.execute(db);
}

function sqliteDialect(database: Database.Database): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new CachingDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
