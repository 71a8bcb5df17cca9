import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../sql/ddl";

const { integer, clustered } = ddl;

/** When the node was there as blocks were made: what a time from before the X-Chain's blocks is worth. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table live_span (
    chain ${integer} not null, span ${integer} not null, from_ms ${integer} not null, to_ms ${integer} not null,
    primary key (chain, span)
  ) ${clustered}`,
  sql`create index live_span_by_start on live_span (chain, from_ms, to_ms)`,
];
