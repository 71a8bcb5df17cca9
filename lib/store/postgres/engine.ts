import { type Dialect, Kysely, PostgresAdapter, PostgresIntrospector, sql } from "kysely";
import type { Pool } from "pg";
import type { Engine, EngineAdapter } from "../engine";
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
  const engine: Engine = {
    ...{ writeRows, updateRows, deleteRows, readRows },
    lockStore: () => lockStore(pool, { schema, url }),
    readTouch: () => readTouch(pool, { schema, url }),
    async tablesOf(db) {
      const { rows } = await sql<{ name: string }>`
        select relname as name from pg_class where relnamespace = to_regnamespace(${schema}) and relkind in ('r', 'p')
        and not relispartition order by relname collate "C"`.execute(db);
      return rows.map(({ name }) => name);
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
