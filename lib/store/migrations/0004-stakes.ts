import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../sql/ddl";

const { integer, u64, clustered } = ddl;

/** Indexes for lists of stakes, L1 validators and proposed blocks. `tables/` says what columns mean. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`alter table stake add column id ${integer} not null default 0`,
  sql`update stake set id = numbered.id
    from (select position, row_number() over (order by position) as id from stake) as numbered
    where numbered.position = stake.position`,
  // Expired (outcome 3) stakes had no position of their end.
  sql`update stake set ended_position = (
      select height * 65536 + 65535 from block where chain = 0 and time >= stake.end_time
      order by time, height limit 1
    ) where outcome = 3 and ended_position is null`,
  sql`create unique index stake_by_id on stake (id)`,
  sql`create index stake_running on stake (role, subnet_id, node_id, id) where ended_position is null`,
  sql`create index stake_running_by_id on stake (id) where ended_position is null`,
  sql`create index stake_running_by_role on stake (role, id) where ended_position is null`,
  sql`create index stake_by_validator on stake (node_id, subnet_id, position) where role = 0`,
  sql`create index stake_ended on stake (ended_position) where ended_position is not null`,
  sql`create table stake_cycle (
    position ${integer} not null, began_position ${integer} not null, start_time ${integer} not null,
    end_time ${integer} not null, weight ${u64} not null, potential_reward ${u64} not null,
    primary key (position, began_position)
  ) ${clustered}`,
  sql`create table reward_owner (
    address_id ${integer} not null, position ${integer} not null, primary key (address_id, position)
  ) ${clustered}`,
  sql`alter table blockchain add column evm_chain_id ${integer}`,
  sql`create index block_by_proposer on block (proposer_node_id, chain, height)`,
  sql`create index l1_validator_by_node on l1_validator (node_id, id)`,
  sql`create index subnet_by_conversion on subnet (converted_position) where converted_position is not null`,
];
