import type { PrimaryTables } from "../../store/tables";
import type { NetworkKey } from "../../store/tables/bookkeeping";

/** How `firn verify` checks a column (`sampled`: at the chain's node only, of a sample unless asked for all), or why it can't. */
export type HowChecked = { by: string; sampled?: true } | { notCheckable: string };

/** Every column of some tables: a new one does not compile until it is entered. */
export type ColumnsOf<Tables> = { [T in keyof Tables]: Record<keyof Tables[T] & string, HowChecked> };

const ANEW = { by: "rebuilt from the containers" };
const HASHED = { by: "each container hashes to its id, and names its parent" };
const PLACE = { by: "containers have no gap up to the checkpoint" };
const ROWS_SAY = { by: "the rebuilt rows have the same times, those of X/tx to the second" };
const FACT = { by: "each fact separately: see `FACTS`" };
const HOLDER = { notCheckable: "which indexer is running" };
const STATUS = { notCheckable: "what the indexer last reported of itself" };
const DURATIONS = { notCheckable: "how long the indexer took" };
const EVIDENCE = { notCheckable: "what a node once answered, kept because it does not fit" };

/** The wall clock at the time of a commit, in every store. */
export const WRITTEN = { notCheckable: "when Firn wrote the row" };

/** Columns of tables that every store has. */
export const LEASE = { name: HOLDER, holder: HOLDER, expires_at_ms: HOLDER } as const;
export const STREAM_STATUS = {
  stream: STATUS,
  state: STATUS,
  node_head_index: STATUS,
  node_reachable: STATUS,
  node_checked_at_ms: STATUS,
  node_error: STATUS,
  error_code: STATUS,
  error_message: STATUS,
  error_hint: STATUS,
  error_at_ms: STATUS,
  notice: STATUS,
  source: STATUS,
  updated_at_ms: STATUS,
} as const satisfies ColumnsOf<Pick<PrimaryTables, "stream_status">>["stream_status"];

/** How every column of the primary store is checked. */
export const PRIMARY_COLUMNS = {
  address: { id: ANEW, bytes: ANEW },
  address_tx: { address_id: ANEW, chain: ANEW, position: ANEW, tx_type: ANEW },
  asset: {
    id: ANEW,
    asset_id: ANEW,
    created_position: ANEW,
    name: ANEW,
    symbol: ANEW,
    denomination: ANEW,
    cap: ANEW,
    asset_type: ANEW,
  },
  asset_tx: { asset: ANEW, chain: ANEW, position: ANEW, tx_type: ANEW },
  block: {
    chain: ANEW,
    height: ANEW,
    block_id: ANEW,
    parent_id: ANEW,
    container_id: ANEW,
    container_index: ANEW,
    time: ANEW,
    block_type: ANEW,
    size: ANEW,
    tx_count: ANEW,
    proposer_parent_id: ANEW,
    proposer_time: ANEW,
    proposer_p_chain_height: ANEW,
    proposer_node_id: ANEW,
    accepted_at_ns: ANEW,
    stored_at_ms: WRITTEN,
    supply: ANEW,
    active_l1_validators: ANEW,
    l1_accrued_fees: ANEW,
    evm_tx_count: ANEW,
    gas_used: ANEW,
    gas_limit: ANEW,
  },
  blockchain: {
    position: ANEW,
    blockchain_id: ANEW,
    subnet_id: ANEW,
    vm_id: ANEW,
    name: ANEW,
    evm_chain_id: ANEW,
  },
  checkpoint: {
    stream: ANEW,
    next_index: ANEW,
    head_id: ANEW,
    head_block_id: ANEW,
    height: ANEW,
    time: ANEW,
  },
  container_run: {
    stream: PLACE,
    first_index: PLACE,
    count: PLACE,
    bytes: HASHED,
    lengths: HASHED,
    ids: HASHED,
    accepted_at_ns: ROWS_SAY,
  },
  hash: { prefix48: ANEW, chain: ANEW, kind: ANEW, position: ANEW },
  l1_point: { validation: ANEW, position: ANEW, weight: ANEW, balance: ANEW, paid_in: ANEW, paid_back: ANEW },
  l1_validator: {
    id: ANEW,
    validation_id: ANEW,
    subnet_id: ANEW,
    node_id: ANEW,
    registered_position: ANEW,
    public_key: ANEW,
    remaining_balance_threshold: ANEW,
    remaining_balance_addresses: ANEW,
    deactivation_threshold: ANEW,
    deactivation_addresses: ANEW,
    weight: ANEW,
    min_nonce: ANEW,
    end_accumulated_fee: ANEW,
    removed_position: ANEW,
  },
  learned_utxo: {
    consumed_chain: ANEW,
    consumed_position: ANEW,
    consumed_input: ANEW,
    source_chain: ANEW,
    tx_id: ANEW,
    output_index: ANEW,
    asset: ANEW,
    amount: ANEW,
    stakeable_locktime: ANEW,
    owners: ANEW,
  },
  lease: LEASE,
  ledger_record: { kind: ANEW, key: ANEW, text: ANEW },
  network: { key: FACT, value: FACT },
  rejection: {
    stream: EVIDENCE,
    container_index: EVIDENCE,
    container_id: EVIDENCE,
    bytes: EVIDENCE,
    error_code: EVIDENCE,
    error_message: EVIDENCE,
    rejected_at_ms: EVIDENCE,
  },
  reward_owner: { address_id: ANEW, position: ANEW },
  shared_owner: { address: ANEW, owners: ANEW },
  stake: {
    position: ANEW,
    id: ANEW,
    role: ANEW,
    subnet_id: ANEW,
    node_id: ANEW,
    start_time: ANEW,
    end_time: ANEW,
    weight: ANEW,
    permissioned: ANEW,
    delegation_shares: ANEW,
    potential_reward: ANEW,
    ended_position: ANEW,
    outcome: ANEW,
  },
  stake_cycle: {
    position: ANEW,
    began_position: ANEW,
    start_time: ANEW,
    end_time: ANEW,
    weight: ANEW,
    potential_reward: ANEW,
  },
  stream_status: STREAM_STATUS,
  subnet: {
    position: ANEW,
    subnet_id: ANEW,
    owner_locktime: ANEW,
    owner_threshold: ANEW,
    owner_addresses: ANEW,
    transformed_position: ANEW,
    converted_position: ANEW,
    manager_chain_id: ANEW,
    manager_address: ANEW,
  },
  tx: {
    chain: ANEW,
    position: ANEW,
    tx_id: ANEW,
    tx_type: ANEW,
    time: ANEW,
    value: ANEW,
    burned: ANEW,
    staked: ANEW,
    l1_balance: ANEW,
    outcome: ANEW,
  },
  utxo: {
    chain: ANEW,
    position: ANEW,
    output_index: ANEW,
    asset: ANEW,
    amount: ANEW,
    output_type: ANEW,
    locktime: ANEW,
    threshold: ANEW,
    owners: ANEW,
    stakeable_locktime: ANEW,
    group_id: ANEW,
    payload: ANEW,
    staked: ANEW,
    destination: ANEW,
    reward_type: ANEW,
    stake_position: ANEW,
    created_position: ANEW,
    released_position: ANEW,
    consumed_chain: ANEW,
    consumed_position: ANEW,
    consumed_input: ANEW,
  },
  verb_duration: { verb: DURATIONS, count: DURATIONS, total_ms: DURATIONS },
  vertex: {
    container_index: ANEW,
    vertex_id: ANEW,
    height: ANEW,
    size: ANEW,
    tx_count: ANEW,
    accepted_at_ns: ANEW,
  },
} as const satisfies ColumnsOf<PrimaryTables>;

/** How every fact in `network` is checked. */
export const FACTS = {
  networkId: { by: "the node's" },
  hrp: { by: "follows from the network's id" },
  avaxAssetId: { by: "the genesis says it, or the node" },
  xChainId: { by: "the genesis says it, or the node" },
  cChainId: { by: "the genesis says it, or the node" },
  genesis: { by: "hashes to the parent of P-Chain block 1" },
  genesisBlockId: { by: "the parent of P-Chain block 1" },
  nodeVersion: { notCheckable: "what the node last called itself" },
  nodeId: { notCheckable: "the node indexed last; its checksum shows damage" },
  upgrades: { by: "the node's" },
  projection: { by: "the version of this Firn's rows" },
  pageTokenKey: { notCheckable: "random" },
} as const satisfies Record<NetworkKey, HowChecked>;

/** `table.column: why`, for every column that cannot be checked. */
export function notCheckable(columns: Columns): string[] {
  return listed(columns, (how) => ("notCheckable" in how ? how.notCheckable : undefined));
}

/** `table.column: by what`, for every column that is checked at the node only. */
export function sampledColumns(columns: Columns): string[] {
  return listed(columns, (how) => ("sampled" in how ? how.by : undefined));
}

type Columns = Readonly<Record<string, Readonly<Record<string, HowChecked>>>>;

function listed(columns: Columns, textOf: (how: HowChecked) => string | undefined): string[] {
  return Object.entries(columns).flatMap(([table, of]) =>
    Object.entries(of).flatMap(([column, how]) => {
      const text = textOf(how);
      return text === undefined ? [] : [`${table}.${column}: ${text}`];
    }),
  );
}
