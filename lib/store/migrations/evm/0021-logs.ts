import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";
import { noteAllBlocks } from "./all-blocks";

const { integer, bytes, clustered, heap } = ddl;

/** Event logs. `unlogged` in `network`: heights of blocks stored before, whose receipts are read for them later. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  await noteAllBlocks(db, "unlogged");
}

const statements = [
  sql`create table log_body (height ${integer} primary key, bytes ${bytes} not null) ${heap}`,
  sql`create table log_term (
    term ${integer} not null, height ${integer} not null, primary key (term, height)
  ) ${clustered}`,
];
