import { type QueryExecutorProvider, sql } from "kysely";

/** Lists of a chain's tokens, collections and contracts have their orders as indexes. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create index token_by_holders on token (holders, token_id)`,
  sql`create index token_by_transfers on token (transfers, token_id)`,
  sql`create index contract_by_standard on contract (standard, created_position, address_id)`,
  sql`create index contract_by_creation on contract (created_position, address_id)
    where created_position is not null`,
];
