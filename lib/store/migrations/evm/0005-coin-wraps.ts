import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";

const { integer, bytes, clustered } = ddl;

/**
 * Coin that tokens wrap, and new numbers for items of activity (`eventItem`). An older store does not hold wraps: all
 * of its rows are read from the node again.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of [...emptied, ...wraps]) await statement.execute(db);
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
  "token",
  "chain_activity",
  "nft_metadata",
  "metadata_update",
  "teleporter_message",
  "checkpoint",
  "stream_status",
].map((table) => sql`delete from ${sql.table(table)}`);

const wraps = [
  sql`create table coin_wrap (
    position ${integer} not null, log_index ${integer} not null, token_id ${integer} not null,
    holder_id ${integer} not null, wrapped ${integer} not null, value ${bytes} not null,
    primary key (position, log_index)
  ) ${clustered}`,
  sql`alter table contract add column wraps_coin ${integer} not null default 0`,
  sql`alter table token add column wraps_checked_height ${integer}`,
];
