import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../sql/ddl";

const { integer, identity, text, heap } = ddl;

/** Every change of a stream's state, numbered: readers of events go on from the number that they saw last. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create table stream_change (
    change ${identity}, stream ${text} not null, state ${text} not null, at_ms ${integer} not null,
    error_code ${text}, error_message ${text}
  ) ${heap}`.execute(db);
}
