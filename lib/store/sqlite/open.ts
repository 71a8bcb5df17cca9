import { expectSchema, migrate, readSchemaVersion, refuseNewer, SCHEMA_VERSIONS } from "../migrate";
import { kindOf, type Store, type StoreId, type TablesOf } from "../stores";
import { commitToDisk, type OpenMode, openEngine } from "./engine";
import { setLog } from "./log";

/**
 * A block's transactions take a row of one to a few KiB, and what a page has left behind such rows is lost: with 4 KiB a third of
 * the space of all bodies. Files keep the pages that they were made with.
 */
const EVM_PAGE_BYTES = 8192;

/**
 * Opens the store `id` in the file at `path`. A writer creates and migrates it. A reader needs it at this schema; the
 * operator's store is read as it is.
 * @throws StoreError STORE_ABSENT, STORE_OLDER, STORE_DAMAGED, STORE_FAILED; ConfigError STORE_NEWER
 */
export async function openFile<Id extends StoreId>(
  id: Id,
  path: string,
  options: { mode: "read" } | { mode: Exclude<OpenMode, "read">; nowMs: number },
): Promise<Store<TablesOf<Id>>> {
  const kind = kindOf(id);
  const db = openEngine<TablesOf<Id>>(path, options.mode, kind === "evm" ? EVM_PAGE_BYTES : undefined);
  try {
    // The audit must hold a call before the node is asked, and nothing makes a webhook again. A minute may be lost.
    if ((kind === "operator" || kind === "webhooks") && options.mode === "write") await commitToDisk(db);
    if ((kind === "observed" || kind === "usage") && options.mode === "write") await setLog(db, "least");
    if (options.mode !== "read") await migrate(kind, db, options);
    else if (kind === "operator") refuseNewer(await readSchemaVersion(db), SCHEMA_VERSIONS.operator);
    else await expectSchema(db, kind);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return {
    db,
    schemaVersion: SCHEMA_VERSIONS[kind],
    bulk: (on) => setLog(db, on ? "long" : "short"),
    close: () => db.destroy(),
  };
}
