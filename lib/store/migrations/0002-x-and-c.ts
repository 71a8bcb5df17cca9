import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../sql/ddl";

const { integer, u64, bytes, text, clustered } = ddl;

/** The X-Chain and the C-Chain's atomic transactions. `tables/` says what columns mean. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`alter table asset add column created_position ${integer}`,
  sql`alter table asset add column name ${text}`,
  sql`alter table asset add column symbol ${text}`,
  sql`alter table asset add column denomination ${integer}`,
  sql`alter table asset add column cap ${integer}`,
  sql`alter table asset add column asset_type ${integer}`,
  sql`create table asset_tx (
    asset ${integer} not null, chain ${integer} not null, position ${integer} not null,
    tx_type ${integer} not null, primary key (asset, chain, position)
  ) ${clustered}`,
  sql`alter table block add column evm_tx_count ${integer}`,
  sql`alter table block add column gas_used ${u64}`,
  sql`alter table block add column gas_limit ${u64}`,
  sql`alter table utxo add column group_id ${integer}`,
  sql`alter table utxo add column payload ${bytes}`,
  sql`create index utxo_by_nft on utxo (asset, group_id) where group_id is not null`,
  sql`create index learned_utxo_by_source on learned_utxo (tx_id, output_index)`,
  sql`create table vertex (
    container_index ${integer} primary key, vertex_id ${bytes} not null, height ${integer} not null,
    size ${integer} not null, tx_count ${integer} not null, accepted_at_ns ${u64} not null
  ) ${clustered}`,
  sql`create index vertex_by_height on vertex (height, container_index)`,
];
