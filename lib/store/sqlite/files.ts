import Database from "better-sqlite3";
import { type QueryExecutorProvider, sql } from "kysely";
import { StoreError } from "../../errors";
import { wrapErrors } from "./errors";
import { keepToOwner } from "./own-file";

/**
 * Locks a file for this process until the returned function is called, or the process ends in any way.
 * @returns undefined while another process has it
 * @throws StoreError STORE_FAILED when it can't be written
 */
export function holdFile(
  path: string,
  { timeoutMs = HOLD_TIMEOUT_MS }: { timeoutMs?: number } = {},
): (() => void) | undefined {
  return wrapErrors(() => {
    const database = new Database(path, { timeout: timeoutMs });
    try {
      database.pragma("journal_mode = memory"); // otherwise the engine leaves an empty journal beside it
      database.exec("begin exclusive");
      return () => void database.close();
    } catch (error) {
      database.close();
      if (error instanceof Database.SqliteError && error.code === "SQLITE_BUSY") return undefined;
      throw error;
    }
  });
}

/** A process that was told to end needs a moment. */
const HOLD_TIMEOUT_MS = 2_000;

/** Faults reported for one file. */
const MOST_DAMAGE = 20;

/**
 * What the engine finds wrong with the pages and indexes of a database file. Each table is read in a statement of its
 * own, so that the log can be emptied in between. Blocks: call it in a process that serves nobody.
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

/** The file of a database. @throws StoreError STORE_FAILED for a database in memory */
export async function fileOf(db: QueryExecutorProvider): Promise<string> {
  const { rows } = await sql<{
    file: string;
  }>`select file from pragma_database_list where name = 'main'`.execute(db);
  const file = rows[0]?.file;
  if (file) return file;
  throw new StoreError("STORE_FAILED", "a database in memory has no file");
}

/** Copies the whole database, as of now, to a new file. @throws StoreError STORE_FAILED, also when the file exists */
export async function copyDatabase(db: QueryExecutorProvider, path: string): Promise<void> {
  // The engine treats an empty file as a new one.
  keepToOwner(path);
  await sql`vacuum into ${path}`.execute(db);
}
