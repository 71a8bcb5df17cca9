import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";

const { integer, clustered, heap } = ddl;

/**
 * Deployers, and addresses that were active ever or recently. They are counted as blocks are projected: an older store
 * is read from the node again after the next migration, which empties it.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of counted) await statement.execute(db);
}

const counted = [
  sql`alter table chain_activity add column new_addresses ${integer} not null default 0`,
  sql`alter table chain_activity add column deployers ${integer} not null default 0`,
  sql`alter table chain_activity add column new_deployers ${integer} not null default 0`,
  sql`create table party (address_id ${integer} primary key) ${heap}`,
  sql`create table active_window (
    seconds ${integer} primary key, addresses ${integer} not null, senders ${integer} not null
  ) ${heap}`,
  sql`create table deployer (
    address_id ${integer} primary key, first_time ${integer} not null, last_time ${integer} not null
  ) ${heap}`,
  sql`create index deployer_by_last_time on deployer (last_time)`,
  sql`create table deployer_day (
    start_hour ${integer} not null, address_id ${integer} not null, primary key (start_hour, address_id)
  ) ${clustered}`,
  sql`create index transaction_failed on "transaction" (position) where status = 0`,
];
