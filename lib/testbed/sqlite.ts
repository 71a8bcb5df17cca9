import { CompiledQuery, createQueryId, type Kysely, type RootOperationNode, sql } from "kysely";
import { migrate } from "../store/migrate";
import { openEngine } from "../store/sqlite/engine";
import { type Column, sentQueries, type TestEngine } from "./test-engine";

const KINDS: Readonly<Record<string, Column["kind"]>> = { TEXT: "text", BLOB: "bytes" };

export const SQLITE: TestEngine = {
  name: "sqlite",
  keepsFiles: true,

  async columns(db) {
    const { rows } = await sql<{ table: string; name: string; type: string; pk: number }>`
      select t.name as "table", c.name, c.type, c.pk from sqlite_schema t join pragma_table_info(t.name) c
      where t.type = 'table' and t.name not like 'sqlite_%' and t.name <> 'schema_version'
      order by t.name, c.name`.execute(db);
    return rows.map(({ type, pk, ...column }) => ({ ...column, kind: KINDS[type] ?? "number", keyAt: pk }));
  },

  async allowChanges(db) {
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_schema where type = 'trigger'`.execute(db);
    for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(db);
  },

  async commits(db) {
    const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db);
    return rows[0]?.data_version ?? 0;
  },

  async limitSize(db, pages) {
    await sql`pragma max_page_count = ${sql.raw(String(pages))}`.execute(db);
  },

  async undoMigrations(db, kind, version) {
    const older = openEngine(":memory:", "write");
    try {
      await migrate(kind, older, { nowMs: 0, to: version });
      const has = await readSchema(db);
      const had = await readSchema(older);
      const newer = (list: "indexes" | "tables" | "columns") =>
        [...has[list]].filter((each) => !had[list].has(each));
      for (const name of newer("indexes")) await sql`drop index ${sql.ref(name)}`.execute(db);
      for (const name of newer("tables")) await sql`drop table ${sql.ref(name)}`.execute(db);
      for (const column of newer("columns")) {
        const [table = "", name = ""] = column.split(" ");
        if (had.tables.has(table))
          await sql`alter table ${sql.ref(table)} drop column ${sql.ref(name)}`.execute(db);
      }
      await sql`delete from schema_version where version > ${version}`.execute(db);
    } finally {
      await older.destroy();
    }
  },

  async plan(db, work) {
    const steps: string[] = [];
    for (const node of await sentQueries(db, work)) steps.push(...(await planOf(db, node)));
    return steps;
  },
};

/** Names of what a store consists of; columns with their table. */
async function readSchema<Tables>(db: Kysely<Tables>) {
  const { rows } = await sql<{ type: string; name: string }>`
    select type, name from sqlite_schema where name not like 'sqlite_%'`.execute(db);
  const named = (type: string) => new Set(rows.flatMap((row) => (row.type === type ? [row.name] : [])));
  const columns = await SQLITE.columns(db);
  return {
    indexes: named("index"),
    tables: named("table"),
    columns: new Set(columns.map(({ table, name }) => `${table} ${name}`)),
  };
}

async function planOf<Tables>(db: Kysely<Tables>, node: RootOperationNode): Promise<string[]> {
  const executor = db.getExecutor();
  const query = executor.compileQuery(node, createQueryId());
  const { rows } = await executor.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]),
  );
  return rows.map(({ detail }) => detail);
}
