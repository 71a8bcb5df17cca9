import { type QueryExecutorProvider, sql } from "kysely";

/** Approvals by who may spend. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create index approval_by_spender on approval (spender_id, token_id, form, owner_id)`,
  sql`create index nft_approval_by_spender on nft_approval (spender_id, position, log_index)`,
];
