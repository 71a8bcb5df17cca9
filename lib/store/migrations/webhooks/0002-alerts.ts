import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";

const { integer, text, clustered } = ddl;

/** What the operator was told of. `tables/webhooks/` says what columns mean. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create table alert_state (
    key ${text} primary key, alert ${text} not null, since_ms ${integer} not null, gone_ms ${integer}
  ) ${clustered}`.execute(db);
  await sql`create table alert_told (
    channel ${text} not null, key ${text} not null, severity ${text} not null, told_ms ${integer} not null,
    count ${integer} not null, primary key (channel, key)
  ) ${clustered}`.execute(db);
}
