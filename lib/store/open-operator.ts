import type { OperatorDb } from "./db";
import { migrateOperator, OPERATOR_SCHEMA_VERSION, readSchemaVersion, refuseNewer } from "./migrate";
import { commitToDisk, openEngine } from "./sqlite/engine";
import type { OperatorTables } from "./tables/operator";

/** The open store of the operator. Close it once; statements after that fail. */
export interface OperatorStore {
  db: OperatorDb;
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

/**
 * Opens the operator's store to read it as it is; it may be in use.
 * @throws ConfigError STORE_NEWER when a newer Firn wrote it
 * @throws StoreError STORE_FAILED when it can't be read
 */
export async function readOperatorStore(path: string): Promise<OperatorStore> {
  const db = openEngine<OperatorTables>(path, "read");
  try {
    refuseNewer(await readSchemaVersion(db), OPERATOR_SCHEMA_VERSION);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { db, close: () => db.destroy() };
}
