import {
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryExecutorProvider,
  sql,
} from "kysely";
import type { Pool } from "pg";
import { type Engine, type EngineAdapter, groupKeys, type KeyedTable } from "../engine";
import { Compiler } from "./compiler";
import { PostgresDriver } from "./driver";
import { lockStore, readTouch } from "./lock";
import { deleteRows, readRows, updateRows, writeRows } from "./rows";

/** The schema of a pool's database as one that statements run on. Destroying it leaves the pool open. */
export function openSchema<Tables>(pool: Pool, options: SchemaOptions): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: dialectOf(pool, options) });
}

export interface SchemaOptions {
  schema: string;
  url: string;
  /** Whether this process made the schema: to it one that is gone is another's doing. */
  writes: boolean;
}

function dialectOf(pool: Pool, { schema, url, writes }: SchemaOptions): Dialect {
  const tablesOf = async (db: QueryExecutorProvider): Promise<KeyedTable[]> => {
    const { rows } = await sql<{ table: string; column: string; isKey: boolean }>`
      select c.relname as "table", a.attname as "column",
        coalesce(a.attnum = any(i.indkey::int2[]), false) as "isKey"
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relnamespace = to_regnamespace(${schema}) and c.relkind in ('r', 'p') and not c.relispartition
      order by c.relname collate "C", array_position(i.indkey::int2[], a.attnum), a.attnum`.execute(db);
    return groupKeys(rows);
  };
  const engine: Engine = {
    isShared: true,
    keepsLists: false,
    alignsColumns: true,
    // A round trip costs more than finding some hundred rows.
    keysAtOnce: { most: 2_000, sizes: [] },
    writeRows,
    updateRows,
    deleteRows,
    readRows,
    lockStore: () => lockStore(pool, { schema, url }),
    readTouch: () => readTouch(pool, { schema, url }),
    tablesOf,
    async gatherStatistics(db) {
      const tables = (await tablesOf(db)).map(({ table }) => sql.table(table));
      if (tables.length > 0) await sql`analyze ${sql.join(tables)}`.execute(db);
    },
  };
  class Adapter extends PostgresAdapter implements EngineAdapter {
    readonly engine = engine;
  }
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new PostgresDriver(pool, { schema, writes }),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new Compiler(),
  };
}
