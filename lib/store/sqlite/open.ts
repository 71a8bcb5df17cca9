import { StoreError } from "../../errors";
import type { Db } from "../db";
import { migrate, readSchemaVersion, refuseNewer, SCHEMA_VERSIONS } from "../migrate";
import { kindOf, type Store, type StoreId, type TablesOf } from "../stores";
import { commitToDisk, type OpenMode, openEngine, setLog } from "./engine";

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
  const db = openEngine<TablesOf<Id>>(path, options.mode);
  try {
    // The audit must hold a call before the node is asked.
    if (kind === "operator" && options.mode === "write") await commitToDisk(db);
    if (options.mode !== "read") await migrate(kind, db, options);
    else if (kind === "operator") refuseNewer(await readSchemaVersion(db), SCHEMA_VERSIONS.operator);
    else await expectSchema(db, SCHEMA_VERSIONS[kind]);
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

/** A reader accepts no other schema. */
async function expectSchema<Tables>(db: Db<Tables>, known: number): Promise<void> {
  const tables = await db.introspection.getTables();
  const stored = tables.some(({ name }) => name === "schema_version") ? await readSchemaVersion(db) : 0;
  refuseNewer(stored, known);
  if (stored === known) return;
  const [code, message, when] =
    stored === 0
      ? (["STORE_ABSENT", "the store is not made yet", "in a moment"] as const)
      : ([
          "STORE_OLDER",
          `the store is not migrated yet from schema ${stored} to ${known}`,
          "later: a large store takes minutes",
        ] as const);
  throw new StoreError(code, message, {
    hint: `the indexer does that as it starts: ask again ${when}, and if it stays so see whether \`firn index\` runs`,
  });
}
