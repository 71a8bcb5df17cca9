import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";

const { integer, text, heap } = ddl;

/** The store of usage. `tables/usage/` says what columns mean. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create table usage (
    step ${integer} not null, at ${integer} not null, writer ${text} not null, key ${text} not null,
    route ${text} not null, chain ${text} not null, status ${integer} not null,
    requests ${integer} not null, credits ${integer} not null, durations ${text} not null,
    primary key (step, at, writer, key, route, chain, status)
  ) ${heap}`.execute(db);
}
