import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";

const { integer, bytes, text, clustered, heap } = ddl;

/** NFT metadata and messages between chains. `tables/evm/` says what columns mean. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of [...metadata, messages]) await statement.execute(db);
}

const metadata = [
  sql`create table nft_metadata (
    nft_id ${integer} primary key, status ${text} not null, token_uri ${text}, metadata ${text},
    updated_at ${integer}, attempts ${integer} not null, next_from ${text} not null, due_at_ms ${integer}
  ) ${heap}`,
  sql`create index nft_metadata_due on nft_metadata (next_from, due_at_ms) where due_at_ms is not null`,
  sql`create table metadata_update (
    token_id ${integer} not null, first_number ${bytes} not null, last_number ${bytes} not null,
    primary key (token_id, first_number, last_number)
  ) ${clustered}`,
];

const messages = sql`create table teleporter_message (
  position ${integer} not null, log_index ${integer} not null, message_id ${bytes} not null, sent ${integer} not null,
  other_blockchain_id ${bytes} not null, primary key (position, log_index)
) ${clustered}`;
