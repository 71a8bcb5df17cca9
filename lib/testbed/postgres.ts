import { CompiledQuery, createQueryId, sql } from "kysely";
import { type Column, sentQueries, type TestEngine } from "./test-engine";

const KINDS: Readonly<Record<string, Column["kind"]>> = { text: "text", bytea: "bytes" };

export const POSTGRES: TestEngine = {
  name: "postgres",
  keepsFiles: false,

  async columns(db) {
    const { rows } = await sql<{ table: string; name: string; type: string; key: number | null }>`
      select c.relname as "table", a.attname as name, t.typname as type,
        array_position(i.indkey::int2[], a.attnum) as key
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and c.relname <> 'schema_version'
      order by c.relname collate "C", a.attname collate "C"`.execute(db);
    // an array of the server's begins with 0
    return rows.map(({ table, name, type, key }) => ({
      table,
      name,
      kind: KINDS[type] ?? ("number" as const),
      keyAt: key === null ? 0 : key + 1,
    }));
  },

  /** None is append-only: the console's store is embedded. */
  async allowChanges() {},

  /** From the rows: the server's own counters come late. */
  async commits(db) {
    const tables = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r'`.execute(db);
    const each = tables.rows.map(({ name }) => sql`select xmin from ${sql.table(name)}`);
    const { rows } = await sql<{ newest: number; count: number }>`
      select max(xmin::text::bigint) as newest, count(*) as count
      from (${sql.join(each, sql` union all `)}) as rows`.execute(db);
    return Number(rows[0]?.newest ?? 0) * 2 ** 20 + Number(rows[0]?.count ?? 0);
  },

  async limitSize() {
    throw new Error("the disk of a server can't be limited by a client");
  },

  async undoMigrations() {
    throw new Error("this engine began with the newest schema");
  },

  async plan(db, work) {
    const steps: string[] = [];
    for (const node of await sentQueries(db, work)) {
      const query = db.getExecutor().compileQuery(node, createQueryId());
      const { rows } = await db
        .getExecutor()
        .executeQuery<{ "QUERY PLAN": string }>(
          CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters]),
        );
      steps.push(...rows.map((row) => row["QUERY PLAN"]));
    }
    return steps;
  },
};
