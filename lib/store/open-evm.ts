import type { EvmDb } from "./db";
import { EVM_SCHEMA_VERSION, expectSchema, migrateEvm, readSchemaVersion } from "./migrate";
import type { OpenOptions } from "./open";
import { type LogLength, openEngine, setLog } from "./sqlite/engine";
import type { EvmTables } from "./tables/evm";

/** The folder beside the primary store that holds a store per EVM chain, named by EVM chain id. */
export const EVM_FOLDER = "evm";

/** The open store of one EVM chain. Close it once; statements after that fail. */
export interface EvmStore {
  db: EvmDb;
  /** A writer says `long` while it takes in far more than comes at a time. */
  setLog(length: LogLength): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the store of one EVM chain; otherwise as `openStore`.
 * @throws ConfigError STORE_NEWER when a newer Firn wrote it
 * @throws StoreError STORE_FAILED when the file can't be opened, or a reader finds no store of this schema yet
 */
export async function openEvmStore(path: string, options: OpenOptions): Promise<EvmStore> {
  const db = openEngine<EvmTables>(path, options.mode);
  try {
    if (options.mode === "read") await checkSchema(db);
    else await migrateEvm(db, options.nowMs);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return {
    db,
    setLog: (length) => setLog(db, length),
    close: () => db.destroy(),
  };
}

async function checkSchema(db: EvmDb): Promise<void> {
  const tables = await db.introspection.getTables();
  const stored = tables.some(({ name }) => name === "schema_version") ? await readSchemaVersion(db) : 0;
  expectSchema(stored, EVM_SCHEMA_VERSION);
}
