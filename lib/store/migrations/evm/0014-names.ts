import { type QueryExecutorProvider, sql } from "kysely";

/** Names and symbols of contracts can be searched. Queries must write `lower(…)` to use the indexes. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create index contract_by_name on contract (lower(name), address_id) where name is not null`,
  sql`create index contract_by_symbol on contract (lower(symbol), address_id) where symbol is not null`,
];
