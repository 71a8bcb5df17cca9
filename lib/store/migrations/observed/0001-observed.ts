import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";

const { integer, identity, text, bytes, heap } = ddl;

/** The store of observations. `tables/observed/` says what columns mean. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create table observed_validator (
    number ${identity}, node_id ${bytes} not null unique
  ) ${heap}`.execute(db);
  await sql`create table observation (
    step ${integer} not null, at ${integer} not null, asked ${integer} not null, answered ${integer} not null,
    node ${text} not null, validators ${bytes} not null, primary key (step, at)
  ) ${heap}`.execute(db);
}
