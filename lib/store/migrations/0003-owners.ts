import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../sql/ddl";

const { integer, bytes, clustered } = ddl;

/** Indexes for balances and lists of outputs and transactions. `tables/` says what columns mean. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

/** Where an output was created. Queries must write it like this to use the index. */
const birth = sql.raw("coalesce(created_position, position)");

const statements = [
  sql`create table shared_owner (
    address ${bytes} not null, owners ${bytes} not null, primary key (address, owners)
  ) ${clustered}`,
  sql`insert into shared_owner select distinct address.bytes, utxo.owners from utxo
    join utxo_address using (chain, position, output_index)
    join address on address.id = utxo_address.address_id where length(utxo.owners) > 20`,
  sql`drop table utxo_address`,
  sql`alter table utxo add column stake_position ${integer}`,
  sql`update utxo set stake_position = position where reward_type is not null`,
  // Everything that a balance adds up, in the order in which it is grouped.
  sql`create index utxo_live on utxo (
      owners, chain, staked, (released_position is null), destination, asset, output_type, stakeable_locktime,
      locktime, amount, consumed_position
    ) where consumed_position is null`,
  sql`create index utxo_live_by_owners on utxo (
      owners, chain, destination, ${birth}, position, output_index, asset, amount, consumed_position
    ) where consumed_position is null`,
  sql`create index utxo_by_owners on utxo (owners, chain, destination, ${birth}, position, output_index)`,
  sql`create index utxo_reward_by_owners on utxo (owners, ${birth}, position, output_index)
    where reward_type is not null`,
  sql`create index utxo_by_stake on utxo (stake_position) where stake_position is not null`,
  sql`create index tx_by_type on tx (chain, tx_type, position)`,
  sql`create index address_tx_by_type on address_tx (address_id, chain, tx_type, position)`,
  sql`create index asset_tx_by_type on asset_tx (asset, chain, tx_type, position)`,
];
