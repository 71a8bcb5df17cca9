import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../sql/ddl";

const { integer, text, heap, clustered } = ddl;

/** An outbox, for any store that sends messages. `tables/delivery.ts` says what columns mean. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create table delivery_secret (name ${text} primary key, secret ${text} not null) ${clustered}`.execute(
    db,
  );
  await sql`create table delivery_target (
    id ${text} primary key, url ${text} not null, signer ${text} not null, state ${text} not null,
    is_private ${integer} not null, reason ${text}, failures ${integer} not null, failing_since_ms ${integer},
    paused_until_ms ${integer} not null, last_success_ms ${integer}, last_failure_ms ${integer}, last_error ${text},
    delivered ${integer} not null, dropped ${integer} not null
  ) ${clustered}`.execute(db);
  await sql`create table delivery (
    number ${integer} primary key, target ${text} not null, message_id ${text} not null, body ${text} not null,
    size ${integer} not null, created_at_ms ${integer} not null, attempts ${integer} not null, next_at_ms ${integer} not null,
    unique (target, message_id)
  ) ${heap}`.execute(db);
  await sql`create index delivery_by_time on delivery (target, next_at_ms, number)`.execute(db);
}
