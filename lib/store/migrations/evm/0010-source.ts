import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";

/** Streams say how they read the node's blocks. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table stream_status add column source ${ddl.text}`.execute(db);
}
