import { closeSync, openSync } from "node:fs";
import type { Kysely } from "kysely";
import { openEngine } from "./dialect";
import { migrateOperator } from "./migrate";
import type { OperatorTables } from "./tables/operator";

/** The open store of the operator. Close it once; statements after that fail. */
export interface OperatorStore {
  db: Kysely<OperatorTables>;
  close(): Promise<void>;
}

/**
 * Opens the operator's store, and makes or migrates it; made, only this user may read it.
 * @throws ConfigError STORE_NEWER when a newer Firn wrote it
 * @throws StoreError STORE_FAILED when the file can't be opened
 */
export async function openOperatorStore(path: string, nowMs: number): Promise<OperatorStore> {
  reserveFile(path);
  const db = openEngine<OperatorTables>(path, "write");
  try {
    await migrateOperator(db, nowMs);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { db, close: () => db.destroy() };
}

/** An empty file is a new database, and its companions get its mode. */
function reserveFile(path: string): void {
  try {
    closeSync(openSync(path, "a", 0o600));
  } catch {
    // The engine says better why not.
  }
}
