import type { PrimaryDb } from "./db";
import { expectSchema, migrate, readSchemaVersion, SCHEMA_VERSION } from "./migrate";
import { type OpenMode, openEngine } from "./sqlite/engine";
import type { PrimaryTables } from "./tables";

/** The open primary store. Close it once; statements after that fail. */
export interface Store {
  db: PrimaryDb;
  schemaVersion: number;
  close(): Promise<void>;
}

/**
 * Opens the primary store. `write` and `scratch` create and migrate it; `read` wants it made and of this schema.
 * @throws ConfigError STORE_NEWER when a newer Firn wrote it
 * @throws StoreError STORE_FAILED when the file can't be opened, or a reader finds no store of this schema yet
 */
export async function openStore(path: string, options: OpenOptions): Promise<Store> {
  const db = openEngine<PrimaryTables>(path, options.mode);
  try {
    if (options.mode === "read") await checkSchema(db);
    else await migrate(db, options.nowMs);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { db, schemaVersion: SCHEMA_VERSION, close: () => db.destroy() };
}

export { SCHEMA_VERSION };

export type OpenOptions = { mode: "read" } | { mode: Exclude<OpenMode, "read">; nowMs: number };

async function checkSchema(db: PrimaryDb): Promise<void> {
  const tables = await db.introspection.getTables();
  const stored = tables.some(({ name }) => name === "schema_version") ? await readSchemaVersion(db) : 0;
  expectSchema(stored);
}
