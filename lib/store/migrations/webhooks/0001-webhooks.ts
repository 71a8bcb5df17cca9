import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";
import { up as delivery } from "../delivery";

const { integer, text, bytes, heap, clustered } = ddl;

/** The store of webhooks. `tables/webhooks/` says what columns mean. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create table lease (
    name ${text} primary key, holder ${text} not null, expires_at_ms ${integer} not null
  ) ${clustered}`.execute(db);
  await delivery(db);
  await sql`create table webhook (
    number ${integer} primary key, id ${text} not null unique, owner ${text} not null, event_type ${text} not null,
    name ${text} not null, description ${text} not null, store ${text} not null, chain ${text} not null,
    settings ${text} not null, created_at ${integer} not null, next_height ${integer} not null
  ) ${heap}`.execute(db);
  await sql`create index webhook_by_owner on webhook (owner, number)`.execute(db);
  await sql`create table webhook_address (
    webhook ${text} not null, number ${integer} not null, address ${bytes} not null,
    primary key (webhook, number), unique (webhook, address)
  ) ${clustered}`.execute(db);
}
