import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../sql/ddl";

/** Time spent in the indexer's steps. `tables/` says what columns mean. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create table verb_duration (
    verb ${ddl.text} primary key, count ${ddl.integer} not null, total_ms ${ddl.integer} not null
  ) ${ddl.clustered}`.execute(db);
}
