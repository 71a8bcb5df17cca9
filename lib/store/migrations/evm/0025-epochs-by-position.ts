import { type QueryExecutorProvider, sql } from "kysely";
import { engineOf } from "../../engine";

/** Finds the epoch of a position. It once also took away some terms of logs, all of which are made anew by `0026-terms-of-blocks`. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  if (engineOf(db).keepsLists)
    await sql`create index epoch_by_position on epoch (first_position)`.execute(db);
}
