import { type QueryExecutorProvider, sql } from "kysely";

/** The text of every table and index of a store in a file, by name. */
export async function readSchemaText(db: QueryExecutorProvider): Promise<unknown[]> {
  const { rows } = await sql`select type, name, sql from sqlite_schema order by type, name`.execute(db);
  return rows;
}
