/** SQLite through better-sqlite3 in WAL mode, under Kysely. No file outside this folder knows it. */

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
import { type Engine, type EngineAdapter, groupKeys } from "../engine";
import { CachingDriver } from "./driver";
import { wrapErrors } from "./errors";
import { BUSY_MS, LOG_BYTES } from "./log";
import { keepToOwner } from "./own-file";
import { deleteRows, readRows, updateRows, writeRows } from "./rows";
import { lockStore, readTouch } from "./store-lock";

/** A reader never writes. A scratch store is written by one process and deleted when that ends. */
export type OpenMode = "read" | "write" | "scratch";

/**
 * Opens the database at `path` (`:memory:` works). A writer creates the file, with pages of `pageBytes`, readable by this user
 * only: stores hold keys.
 * @throws StoreError STORE_FAILED when the file can't be opened or isn't a database
 */
export function openEngine<Tables>(path: string, mode: OpenMode, pageBytes = 4096): Kysely<Tables> {
  if (mode !== "read" && path !== ":memory:") keepToOwner(path);
  return wrapErrors(() => {
    const database = new Database(path, { readonly: mode === "read", fileMustExist: mode === "read" });
    database.pragma(`busy_timeout = ${BUSY_MS}`);
    database.pragma("cache_size = -65536");
    database.pragma("temp_store = memory");
    if (mode !== "read") database.pragma(`page_size = ${pageBytes}`);
    if (mode === "write") {
      database.pragma("journal_mode = wal");
      // A power cut may undo the last commits, never part of one: the indexer goes on from there.
      database.pragma("synchronous = normal");
      const madeWith = Number(database.pragma("page_size", { simple: true }));
      database.pragma(`wal_autocheckpoint = ${LOG_BYTES.short / madeWith}`);
      database.pragma(`journal_size_limit = ${LOG_BYTES.short}`);
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

/** Makes the tables of another database available as `name.table`. @throws StoreError STORE_FAILED */
export async function attach(db: QueryExecutorProvider, path: string, name: string): Promise<void> {
  await sql`attach database ${path} as ${sql.ref(name)}`.execute(db);
}

/** The inverse of `attach`. */
export async function detach(db: QueryExecutorProvider, name: string): Promise<void> {
  await sql`detach database ${sql.ref(name)}`.execute(db);
}

const ENGINE: Engine = {
  isShared: false,
  keepsLists: true,
  alignsColumns: false,
  keysAtOnce: { most: 128, sizes: [8, 128] },
  writeRows,
  updateRows,
  deleteRows,
  readRows,
  lockStore,
  readTouch,
  // Statistics would only change plans: each query has the index that it was written for.
  async gatherStatistics() {},
  async tablesOf(db) {
    const { rows } = await sql<{ table: string; column: string; pk: number }>`
      select t.name as "table", c.name as "column", c.pk from sqlite_schema t join pragma_table_info(t.name) c
      where t.type = 'table' and t.name not like 'sqlite_%' order by t.name, c.pk`.execute(db);
    return groupKeys(rows.map(({ pk, ...row }) => ({ ...row, isKey: pk > 0 })));
  },
};

class Adapter extends SqliteAdapter implements EngineAdapter {
  readonly engine = ENGINE;
}

function sqliteDialect(database: Database.Database): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new CachingDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
