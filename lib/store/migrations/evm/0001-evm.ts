import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";

const { integer, u64, bytes, text, clustered, heap } = ddl;

/** The store of one EVM chain. `tables/evm/` says what columns mean. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of [...bookkeeping, ...chain, ...activity, ...tokens]) await statement.execute(db);
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
];

const chain = [
  sql`create table block (
    height ${integer} primary key, hash ${bytes} not null, parent_hash ${bytes} not null, time ${integer} not null,
    time_ms ${integer}, gas_limit ${integer} not null, gas_used ${integer} not null, base_fee ${bytes},
    size ${integer} not null, tx_count ${integer} not null, miner ${bytes} not null, accepted_at_ns ${u64},
    stored_at_ms ${integer} not null, settled_height ${integer}, gas_cost ${bytes}, fees ${bytes} not null,
    tx_total ${integer} not null
  ) ${heap}`,
  sql`create index block_by_time on block (time, height)`,
  sql`create table block_body (height ${integer} primary key, bytes ${bytes} not null) ${heap}`,
  sql`create table "transaction" (
    position ${integer} primary key, hash ${bytes} not null, from_id ${integer} not null, to_id ${integer},
    created_id ${integer}, status ${integer} not null, tx_type ${integer} not null, nonce ${integer} not null,
    value ${bytes} not null, gas_limit ${integer} not null, gas_used ${integer} not null, gas_price ${bytes} not null,
    selector ${bytes}, log_count ${integer} not null
  ) ${heap}`,
  sql`create table hash (
    prefix48 ${integer} not null, kind ${integer} not null, position ${integer} not null,
    primary key (prefix48, kind, position)
  ) ${clustered}`,
  sql`create table address (id ${integer} primary key, bytes ${bytes} not null unique) ${heap}`,
  sql`create table activity_hour (
    hour ${integer} primary key, blocks ${integer} not null, transactions ${integer} not null, gas ${integer} not null
  ) ${heap}`,
];

const activity = [
  sql`create table epoch (
    epoch ${integer} primary key, items ${integer} not null, first_position ${integer} not null
  ) ${heap}`,
  sql`create table address_epoch (
    address_id ${integer} not null, epoch ${integer} not null, primary key (address_id, epoch)
  ) ${clustered}`,
  sql`create table address_activity (
    epoch ${integer} not null, address_id ${integer} not null, kind ${integer} not null, position ${integer} not null,
    item ${integer} not null, primary key (epoch, address_id, kind, position, item)
  ) ${clustered}`,
  sql`create table internal_transaction (
    position ${integer} not null, trace_index ${integer} not null, call_type ${integer} not null,
    from_id ${integer} not null, to_id ${integer}, value ${bytes} not null, gas_limit ${integer} not null,
    gas_used ${integer} not null, reverted ${integer} not null, primary key (position, trace_index)
  ) ${clustered}`,
];

const tokens = [
  sql`create table contract (
    address_id ${integer} primary key, created_position ${integer}, deployer_id ${integer},
    creator_id ${integer}, standard ${integer} not null, name ${text}, symbol ${text}, decimals ${integer},
    asks_node ${integer} not null
  ) ${heap}`,
  sql`create index contract_by_deployer on contract (deployer_id, created_position, address_id)
    where deployer_id is not null`,
  sql`create table token_transfer (
    position ${integer} not null, log_index ${integer} not null, item ${integer} not null,
    token_id ${integer} not null, form ${integer} not null, from_id ${integer} not null, to_id ${integer} not null,
    token_number ${bytes}, value ${bytes} not null, primary key (position, log_index, item)
  ) ${clustered}`,
  sql`create table token_balance (
    token_id ${integer} not null, holder_id ${integer} not null, token_number ${bytes} not null,
    balance ${bytes} not null, primary key (token_id, holder_id, token_number)
  ) ${clustered}`,
  sql`create index token_balance_by_holder on token_balance (holder_id, token_id, token_number)`,
  sql`create table nft (
    id ${integer} primary key, token_id ${integer} not null, token_number ${bytes} not null, owner_id ${integer},
    form ${integer} not null, minted_position ${integer} not null, unique (token_id, token_number)
  ) ${heap}`,
];
