import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../sql/ddl";

const { integer, u64, bytes, text, clustered, heap } = ddl;

/** The primary store with the P-Chain. `tables/` says what columns mean. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of [...bookkeeping, ...chain, ...outputs, ...staking]) await statement.execute(db);
}

const bookkeeping = [
  sql`create table network (key ${text} primary key, value ${text} not null) ${clustered}`,
  sql`create table checkpoint (
    stream ${text} primary key, next_index ${integer} not null, head_id ${bytes} not null,
    head_block_id ${bytes} not null, height ${integer} not null, time ${integer} not null
  ) ${clustered}`,
  sql`create table stream_status (
    stream ${text} primary key, state ${text} not null, node_head_index ${integer},
    node_reachable ${integer} not null, node_checked_at_ms ${integer}, node_error ${text},
    error_code ${text}, error_message ${text}, error_hint ${text}, error_at_ms ${integer},
    notice ${text}, updated_at_ms ${integer} not null
  ) ${clustered}`,
  sql`create table lease (
    name ${text} primary key, holder ${text} not null, expires_at_ms ${integer} not null
  ) ${clustered}`,
  sql`create table ledger_record (
    kind ${text} not null, key ${text} not null, text ${text} not null, primary key (kind, key)
  ) ${clustered}`,
  sql`create table container_run (
    stream ${text} not null, first_index ${integer} not null, count ${integer} not null,
    bytes ${bytes} not null, lengths ${bytes} not null, ids ${bytes} not null, accepted_at_ns ${bytes} not null,
    primary key (stream, first_index)
  ) ${heap}`,
  sql`create table rejection (
    stream ${text} not null, container_index ${integer} not null, container_id ${bytes} not null,
    bytes ${bytes} not null, error_code ${text} not null, error_message ${text} not null,
    rejected_at_ms ${integer} not null, primary key (stream, container_index)
  ) ${heap}`,
];

const chain = [
  sql`create table block (
    chain ${integer} not null, height ${integer} not null, block_id ${bytes} not null, parent_id ${bytes} not null,
    container_id ${bytes} not null, container_index ${integer} not null, time ${integer} not null,
    block_type ${integer} not null, size ${integer} not null, tx_count ${integer} not null,
    proposer_parent_id ${bytes}, proposer_time ${integer}, proposer_p_chain_height ${integer},
    proposer_node_id ${bytes}, accepted_at_ns ${u64} not null, stored_at_ms ${integer} not null,
    supply ${u64}, active_l1_validators ${integer}, l1_accrued_fees ${u64},
    primary key (chain, height)
  ) ${clustered}`,
  sql`create index block_by_time on block (chain, time, height)`,
  sql`create table tx (
    chain ${integer} not null, position ${integer} not null, tx_id ${bytes} not null, tx_type ${integer} not null,
    time ${integer} not null, value ${u64} not null, burned ${u64} not null, staked ${u64} not null,
    l1_balance ${u64} not null, outcome ${integer},
    primary key (chain, position)
  ) ${clustered}`,
  sql`create table hash (
    prefix48 ${integer} not null, chain ${integer} not null, kind ${integer} not null, position ${integer} not null,
    primary key (prefix48, chain, kind, position)
  ) ${clustered}`,
  sql`create table address (id ${integer} primary key, bytes ${bytes} not null unique) ${heap}`,
  sql`create table address_tx (
    address_id ${integer} not null, chain ${integer} not null, position ${integer} not null,
    tx_type ${integer} not null, primary key (address_id, chain, position)
  ) ${clustered}`,
];

const outputs = [
  sql`create table asset (id ${integer} primary key, asset_id ${bytes} not null unique) ${heap}`,
  sql`create table utxo (
    chain ${integer} not null, position ${integer} not null, output_index ${integer} not null,
    asset ${integer} not null, amount ${u64} not null, output_type ${integer} not null, locktime ${u64} not null,
    threshold ${integer} not null, owners ${bytes} not null, stakeable_locktime ${u64},
    staked ${integer} not null, destination ${bytes}, reward_type ${integer}, created_position ${integer},
    released_position ${integer}, consumed_chain ${integer}, consumed_position ${integer}, consumed_input ${integer},
    primary key (chain, position, output_index)
  ) ${clustered}`,
  sql`create index utxo_by_consumer on utxo (consumed_chain, consumed_position, consumed_input)
    where consumed_position is not null`,
  sql`create index utxo_by_birth on utxo (chain, created_position) where created_position is not null`,
  sql`create table utxo_address (
    address_id ${integer} not null, chain ${integer} not null, position ${integer} not null,
    output_index ${integer} not null, primary key (address_id, chain, position, output_index)
  ) ${clustered}`,
  sql`create table learned_utxo (
    consumed_chain ${integer} not null, consumed_position ${integer} not null, consumed_input ${integer} not null,
    source_chain ${bytes} not null, tx_id ${bytes} not null, output_index ${integer} not null,
    asset ${integer} not null, amount ${u64} not null, stakeable_locktime ${u64}, owners ${bytes} not null,
    primary key (consumed_chain, consumed_position, consumed_input)
  ) ${clustered}`,
];

const staking = [
  sql`create table stake (
    position ${integer} primary key, role ${integer} not null, subnet_id ${bytes} not null, node_id ${bytes} not null,
    start_time ${integer} not null, end_time ${integer}, weight ${u64} not null, permissioned ${integer} not null,
    delegation_shares ${integer}, potential_reward ${u64}, ended_position ${integer}, outcome ${integer}
  ) ${heap}`,
  sql`create index stake_by_node on stake (node_id, subnet_id, position)`,
  sql`create table subnet (
    position ${integer} primary key, subnet_id ${bytes} not null unique, owner_locktime ${u64} not null,
    owner_threshold ${integer} not null, owner_addresses ${bytes} not null, transformed_position ${integer},
    converted_position ${integer}, manager_chain_id ${bytes}, manager_address ${bytes}
  ) ${heap}`,
  sql`create table blockchain (
    position ${integer} primary key, blockchain_id ${bytes} not null unique, subnet_id ${bytes} not null,
    vm_id ${bytes} not null, name ${text} not null
  ) ${heap}`,
  sql`create index blockchain_by_subnet on blockchain (subnet_id, position)`,
  sql`create table l1_validator (
    id ${integer} primary key, validation_id ${bytes} not null unique, subnet_id ${bytes} not null,
    node_id ${bytes} not null, registered_position ${integer} not null, public_key ${bytes} not null,
    remaining_balance_threshold ${integer} not null, remaining_balance_addresses ${bytes} not null,
    deactivation_threshold ${integer} not null, deactivation_addresses ${bytes} not null, weight ${u64} not null,
    min_nonce ${u64} not null, end_accumulated_fee ${u64}, removed_position ${integer}
  ) ${heap}`,
  sql`create index l1_validator_by_subnet on l1_validator (subnet_id, id)`,
  sql`create table l1_point (
    validation ${integer} not null, position ${integer} not null, weight ${u64} not null, balance ${u64},
    paid_in ${u64} not null, paid_back ${u64}, primary key (validation, position)
  ) ${clustered}`,
];
