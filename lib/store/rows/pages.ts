import { sql } from "kysely";
import type { Db } from "../db";
import type { KeyedTable } from "../engine";

/** A stored row of any table. */
export type Row = Record<string, unknown>;

const ROWS_PER_PAGE = 5_000;

/** All rows of a table in order of its key, page by page, behind a row. No statement stays open between pages. */
export async function* pagesOf<Tables>(
  db: Db<Tables>,
  { table, key }: KeyedTable,
  behind?: Row,
): AsyncGenerator<Row[], undefined, void> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let last = behind;
  for (;;) {
    const after = last ? sql`where (${columns}) > (${sql.join(key.map((column) => last?.[column]))})` : sql``;
    const { rows } = await sql<Row>`select * from ${sql.table(table)} ${after}
      order by ${columns} limit ${ROWS_PER_PAGE}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_PER_PAGE) return undefined;
    last = rows.at(-1);
  }
}

/** The last row of a table by its key. */
export async function lastRowOf<Tables>(
  db: Db<Tables>,
  { table, key }: KeyedTable,
): Promise<Row | undefined> {
  const order = sql.join(key.map((column) => sql`${sql.ref(column)} desc`));
  const { rows } = await sql<Row>`select * from ${sql.table(table)} order by ${order} limit 1`.execute(db);
  return rows[0];
}
