import type { Kysely } from "kysely";
import { migrateOperator } from "./migrate";
import { commitToDisk, openEngine } from "./sqlite/engine";
import type { OperatorTables } from "./tables/operator";

/** The open store of the operator. Close it once; statements after that fail. */
export interface OperatorStore {
  db: Kysely<OperatorTables>;
  close(): Promise<void>;
}

/**
 * Opens the operator's store, and makes or migrates it.
 * @throws ConfigError STORE_NEWER when a newer Firn wrote it
 * @throws StoreError STORE_FAILED when the file can't be opened
 */
export async function openOperatorStore(path: string, nowMs: number): Promise<OperatorStore> {
  const db = openEngine<OperatorTables>(path, "write");
  try {
    // The audit says what the node is about to be asked.
    await commitToDisk(db);
    await migrateOperator(db, nowMs);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { db, close: () => db.destroy() };
}
