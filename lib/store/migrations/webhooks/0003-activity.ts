import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";

const { integer, text, clustered } = ddl;

/** How far channels were told of addresses' transactions. `tables/webhooks/` says what columns mean. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create table alert_progress (
    channel ${text} not null, chain ${text} not null, next_position ${integer} not null,
    primary key (channel, chain)
  ) ${clustered}`.execute(db);
}
