import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";

const { text } = ddl;

/** Holders of one token of a collection, and the documents that token URIs led to. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // The whole of a contract, which most rows are, is found by the primary key.
  sql`create index token_balance_by_number on token_balance (token_number, token_id, holder_id)
    where length(token_number) > 0`,
  sql`alter table nft_metadata add column document ${text}`,
];
