import { type QueryExecutorProvider, sql } from "kysely";

/** Names of blockchains and assets can be searched, and EVM chain ids. Queries must write `lower(…)` to use the indexes. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create index blockchain_by_name on blockchain (lower(name), position)`,
  sql`create index blockchain_by_evm_chain_id on blockchain (evm_chain_id, position) where evm_chain_id is not null`,
  sql`create index asset_by_name on asset (lower(name), id) where name is not null`,
  sql`create index asset_by_symbol on asset (lower(symbol), id) where symbol is not null`,
];
