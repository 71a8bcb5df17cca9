import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../sql/ddl";

const { integer, bytes, clustered } = ddl;

/** The first signature of each key on each chain, found by either form of the key's address. Managers of L1s by address. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table signer (
    address ${bytes} not null, chain ${integer} not null, account ${bytes} not null,
    public_key ${bytes} not null, position ${integer} not null,
    primary key (address, chain)
  ) ${clustered}`,
  sql`create index signer_by_account on signer (account)`,
  sql`create index subnet_by_manager on subnet (manager_address, position) where manager_address is not null`,
];
