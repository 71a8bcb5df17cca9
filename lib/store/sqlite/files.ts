import Database from "better-sqlite3";
import { type QueryExecutorProvider, sql } from "kysely";
import { StoreError } from "../../errors";
import { wrapErrors } from "./errors";
import { keepToOwner } from "./own-file";

/**
 * Makes a file this process's own until the function it returns is called, or the process ends in whatever way.
 * @returns undefined while it is another's
 * @throws StoreError STORE_FAILED when it can't be written
 */
export function holdFile(
  path: string,
  { patienceMs = HOLD_PATIENCE_MS }: { patienceMs?: number } = {},
): (() => void) | undefined {
  return wrapErrors(() => {
    const database = new Database(path, { timeout: patienceMs });
    try {
      database.pragma("journal_mode = memory"); // otherwise an empty journal lies beside it
      database.exec("begin exclusive");
      return () => void database.close();
    } catch (error) {
      database.close();
      if (error instanceof Database.SqliteError && error.code === "SQLITE_BUSY") return undefined;
      throw error;
    }
  });
}

/** Whoever is told to end needs a moment. */
const HOLD_PATIENCE_MS = 2_000;

/** Damage that is named of one file. */
const MOST_DAMAGE = 20;

/**
 * What the engine finds wrong with the pages and indexes of a database file; nothing when all is well. Each table is read
 * by itself, so that the log ahead of the file can be cut in between. Call it in a process that nobody waits for.
 */
export function findDamage(path: string): string[] {
  try {
    const database = new Database(path, { readonly: true, fileMustExist: true });
    try {
      const tables = database.prepare("select name from sqlite_schema where type = 'table'").pluck().all();
      const faults = tables.flatMap((name) =>
        (database.pragma(`integrity_check("${String(name)}")`) as { integrity_check: string }[]).map(
          ({ integrity_check }) => `${String(name)}: ${integrity_check}`,
        ),
      );
      return faults.filter((text) => !text.endsWith(": ok")).slice(0, MOST_DAMAGE);
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof Database.SqliteError) return [`${error.message} (${error.code})`];
    throw error;
  }
}

/** The file of a database. @throws StoreError STORE_FAILED for one that has none: it is this process's alone */
export async function fileOf(db: QueryExecutorProvider): Promise<string> {
  const { rows } = await sql<{
    file: string;
  }>`select file from pragma_database_list where name = 'main'`.execute(db);
  const file = rows[0]?.file;
  if (file) return file;
  throw new StoreError("STORE_FAILED", "a database in memory has no file");
}

/** Copies the whole database to a new file at `path`, as of now. @throws StoreError STORE_FAILED, also when it is there */
export async function copyDatabase(db: QueryExecutorProvider, path: string): Promise<void> {
  // The engine takes an empty file for a new one.
  keepToOwner(path);
  await sql`vacuum into ${path}`.execute(db);
}
