import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";

/** Blocks whose inner calls channels are still to be told. `tables/webhooks/` says what columns mean. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table alert_progress add column untraced ${ddl.text} not null default ''`.execute(db);
}
