import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";
import { noteAllBlocks } from "./all-blocks";

const { integer, bytes, clustered } = ddl;

/**
 * What spenders may move of an owner's tokens. `unreadApprovals` in `network`: heights of blocks stored before, whose
 * receipts are read for it later.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  await noteAllBlocks(db, "unreadApprovals");
}

const statements = [
  sql`create table approval (
    owner_id ${integer} not null, token_id ${integer} not null, form ${integer} not null,
    spender_id ${integer} not null, value ${bytes} not null, position ${integer} not null,
    log_index ${integer} not null, primary key (owner_id, token_id, form, spender_id)
  ) ${clustered}`,
  sql`create index approval_by_position on approval (position)`,
];
