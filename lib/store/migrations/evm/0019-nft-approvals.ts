import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";
import { noteAllBlocks } from "./all-blocks";

const { integer, bytes, clustered } = ddl;

/** Who may move single tokens of collections. Stored blocks are read again for it, as they are for other approvals. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  await noteAllBlocks(db, "unreadApprovals");
}

const statements = [
  sql`create table nft_approval (
    token_id ${integer} not null, token_number ${bytes} not null, owner_id ${integer} not null,
    spender_id ${integer} not null, position ${integer} not null, log_index ${integer} not null,
    primary key (token_id, token_number)
  ) ${clustered}`,
  sql`create index nft_approval_by_owner on nft_approval (owner_id, position, log_index)`,
  sql`create index nft_approval_by_position on nft_approval (position)`,
];
