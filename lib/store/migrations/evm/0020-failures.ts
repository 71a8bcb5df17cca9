import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";
import { noteAllBlocks } from "./all-blocks";

const { integer, bytes, text, heap } = ddl;

/**
 * Why transactions failed. `unreadFailures` in `network`: heights of blocks stored before, whose failed transactions are
 * traced for it later.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  await noteAllBlocks(db, "unreadFailures");
}

const statements = [
  sql`create table tx_failure (
    position ${integer} not null primary key, depth ${integer} not null, address_id ${integer}, error ${text} not null,
    output ${bytes} not null
  ) ${heap}`,
];
