import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";

const { integer, bytes, clustered, heap } = ddl;

/**
 * Statistics of tokens, hours and days. They are counted as blocks are projected, so an older store is emptied and read
 * from the node again.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of [...emptied, ...figures]) await statement.execute(db);
}

const emptied = [
  "block",
  "block_body",
  "transaction",
  "hash",
  "address",
  "epoch",
  "address_epoch",
  "address_activity",
  "internal_transaction",
  "contract",
  "token_transfer",
  "token_balance",
  "nft",
  "checkpoint",
  "stream_status",
].map((table) => sql`delete from ${sql.table(table)}`);

const figures = [
  sql`create table token (
    token_id ${integer} primary key, transfers ${integer} not null, holders ${integer} not null,
    supply ${bytes} not null, checked_height ${integer}
  ) ${heap}`,
  sql`drop table activity_hour`,
  sql`create table chain_activity (
    hours ${integer} not null, start_hour ${integer} not null, blocks ${integer} not null,
    transactions ${integer} not null, gas ${integer} not null, fees ${bytes} not null, gas_prices ${bytes} not null,
    max_gas_price ${bytes} not null, addresses ${integer} not null, senders ${integer} not null,
    contracts ${integer} not null, peak_transactions ${integer} not null, peak_transactions_ms ${integer} not null,
    peak_gas ${integer} not null, peak_gas_ms ${integer} not null, primary key (hours, start_hour)
  ) ${clustered}`,
];
