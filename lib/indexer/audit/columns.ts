import type { PrimaryTables } from "../../store/tables";
import type { NetworkKey } from "../../store/tables/bookkeeping";

/**
 * How `firn verify` checks a column, or why it can't. `sampled`: only against the chain's node, of a sample unless all
 * is requested.
 */
export type HowChecked = { by: string; sampled?: true } | { notCheckable: string };

/** Every column of some tables: a new column does not compile until it has an entry. */
export type ColumnsOf<Tables> = { [T in keyof Tables]: Record<keyof Tables[T] & string, HowChecked> };

const REBUILT = { by: "rebuilt from the containers" };
const HASHED = { by: "each container hashes to its id, and names its parent" };
const NO_GAPS = { by: "containers have no gap up to the checkpoint" };
const ROWS_MATCH = { by: "the rebuilt rows have the same times, those of X/tx to the second" };
const FACT = { by: "each fact by itself: see `FACTS`" };
const INDEXER = { notCheckable: "which indexer is running" };
const STATUS = { notCheckable: "what the indexer last reported of itself" };
const DURATIONS = { notCheckable: "how long the indexer took" };
const EVIDENCE = { notCheckable: "a node's past answer, kept because it did not fit" };

/** The wall clock at a commit, in every store. */
export const WRITTEN = { notCheckable: "when Firn wrote the row" };

/** Columns of tables that every store has. */
export const LEASE = { name: INDEXER, holder: INDEXER, expires_at_ms: INDEXER } as const;
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

export const STREAM_CHANGE = {
  change: STATUS,
  stream: STATUS,
  state: STATUS,
  at_ms: STATUS,
  error_code: STATUS,
  error_message: STATUS,
} as const satisfies ColumnsOf<Pick<PrimaryTables, "stream_change">>["stream_change"];

/** How every column of the primary store is checked. */
export const PRIMARY_COLUMNS = {
  address: { id: REBUILT, bytes: REBUILT },
  address_tx: { address_id: REBUILT, chain: REBUILT, position: REBUILT, tx_type: REBUILT },
  asset: {
    id: REBUILT,
    asset_id: REBUILT,
    created_position: REBUILT,
    name: REBUILT,
    symbol: REBUILT,
    denomination: REBUILT,
    cap: REBUILT,
    asset_type: REBUILT,
  },
  asset_tx: { asset: REBUILT, chain: REBUILT, position: REBUILT, tx_type: REBUILT },
  block: {
    chain: REBUILT,
    height: REBUILT,
    block_id: REBUILT,
    parent_id: REBUILT,
    container_id: REBUILT,
    container_index: REBUILT,
    time: REBUILT,
    block_type: REBUILT,
    size: REBUILT,
    tx_count: REBUILT,
    proposer_parent_id: REBUILT,
    proposer_time: REBUILT,
    proposer_p_chain_height: REBUILT,
    proposer_node_id: REBUILT,
    accepted_at_ns: REBUILT,
    stored_at_ms: WRITTEN,
    supply: REBUILT,
    active_l1_validators: REBUILT,
    l1_accrued_fees: REBUILT,
    evm_tx_count: REBUILT,
    gas_used: REBUILT,
    gas_limit: REBUILT,
  },
  blockchain: {
    position: REBUILT,
    blockchain_id: REBUILT,
    subnet_id: REBUILT,
    vm_id: REBUILT,
    name: REBUILT,
    evm_chain_id: REBUILT,
  },
  checkpoint: {
    stream: REBUILT,
    next_index: REBUILT,
    head_id: REBUILT,
    head_block_id: REBUILT,
    height: REBUILT,
    time: REBUILT,
  },
  container_run: {
    stream: NO_GAPS,
    first_index: NO_GAPS,
    count: NO_GAPS,
    bytes: HASHED,
    lengths: HASHED,
    ids: HASHED,
    accepted_at_ns: ROWS_MATCH,
  },
  hash: { prefix48: REBUILT, chain: REBUILT, kind: REBUILT, position: REBUILT },
  l1_point: {
    validation: REBUILT,
    position: REBUILT,
    weight: REBUILT,
    balance: REBUILT,
    paid_in: REBUILT,
    paid_back: REBUILT,
  },
  l1_validator: {
    id: REBUILT,
    validation_id: REBUILT,
    subnet_id: REBUILT,
    node_id: REBUILT,
    registered_position: REBUILT,
    public_key: REBUILT,
    remaining_balance_threshold: REBUILT,
    remaining_balance_addresses: REBUILT,
    deactivation_threshold: REBUILT,
    deactivation_addresses: REBUILT,
    weight: REBUILT,
    min_nonce: REBUILT,
    end_accumulated_fee: REBUILT,
    removed_position: REBUILT,
  },
  live_span: { chain: REBUILT, span: REBUILT, from_ms: REBUILT, to_ms: REBUILT },
  learned_utxo: {
    consumed_chain: REBUILT,
    consumed_position: REBUILT,
    consumed_input: REBUILT,
    source_chain: REBUILT,
    tx_id: REBUILT,
    output_index: REBUILT,
    asset: REBUILT,
    amount: REBUILT,
    stakeable_locktime: REBUILT,
    owners: REBUILT,
  },
  lease: LEASE,
  ledger_record: { kind: REBUILT, key: REBUILT, text: REBUILT },
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
  reward_owner: { address_id: REBUILT, position: REBUILT },
  shared_owner: { address: REBUILT, owners: REBUILT },
  signer: { address: REBUILT, chain: REBUILT, account: REBUILT, public_key: REBUILT, position: REBUILT },
  stake: {
    position: REBUILT,
    id: REBUILT,
    role: REBUILT,
    subnet_id: REBUILT,
    node_id: REBUILT,
    start_time: REBUILT,
    end_time: REBUILT,
    weight: REBUILT,
    permissioned: REBUILT,
    delegation_shares: REBUILT,
    potential_reward: REBUILT,
    ended_position: REBUILT,
    outcome: REBUILT,
  },
  stake_cycle: {
    position: REBUILT,
    began_position: REBUILT,
    start_time: REBUILT,
    end_time: REBUILT,
    weight: REBUILT,
    potential_reward: REBUILT,
  },
  stream_change: STREAM_CHANGE,
  stream_status: STREAM_STATUS,
  subnet: {
    position: REBUILT,
    subnet_id: REBUILT,
    owner_locktime: REBUILT,
    owner_threshold: REBUILT,
    owner_addresses: REBUILT,
    transformed_position: REBUILT,
    converted_position: REBUILT,
    manager_chain_id: REBUILT,
    manager_address: REBUILT,
  },
  tx: {
    chain: REBUILT,
    position: REBUILT,
    tx_id: REBUILT,
    tx_type: REBUILT,
    time: REBUILT,
    value: REBUILT,
    burned: REBUILT,
    staked: REBUILT,
    l1_balance: REBUILT,
    outcome: REBUILT,
  },
  utxo: {
    chain: REBUILT,
    position: REBUILT,
    output_index: REBUILT,
    asset: REBUILT,
    amount: REBUILT,
    output_type: REBUILT,
    locktime: REBUILT,
    threshold: REBUILT,
    owners: REBUILT,
    stakeable_locktime: REBUILT,
    group_id: REBUILT,
    payload: REBUILT,
    staked: REBUILT,
    destination: REBUILT,
    reward_type: REBUILT,
    stake_position: REBUILT,
    created_position: REBUILT,
    released_position: REBUILT,
    consumed_chain: REBUILT,
    consumed_position: REBUILT,
    consumed_input: REBUILT,
  },
  verb_duration: { verb: DURATIONS, count: DURATIONS, total_ms: DURATIONS },
  vertex: {
    container_index: REBUILT,
    vertex_id: REBUILT,
    height: REBUILT,
    size: REBUILT,
    tx_count: REBUILT,
    accepted_at_ns: REBUILT,
  },
} as const satisfies ColumnsOf<PrimaryTables>;

/** How every fact in `network` is checked. */
export const FACTS = {
  networkId: { by: "the node's" },
  hrp: { by: "follows from the network's id" },
  avaxAssetId: { by: "from the genesis or the node" },
  xChainId: { by: "from the genesis or the node" },
  cChainId: { by: "from the genesis or the node" },
  genesis: { by: "hashes to the parent of P-Chain block 1" },
  genesisBlockId: { by: "the parent of P-Chain block 1" },
  nodeVersion: { notCheckable: "as the node last reported" },
  nodeId: { notCheckable: "the last node indexed; its checksum shows damage" },
  upgrades: { by: "the node's" },
  projection: { by: "the version of this Firn's rows" },
  pageTokenKey: { notCheckable: "random" },
} as const satisfies Record<NetworkKey, HowChecked>;

/** `table.column: why`, for every column that cannot be checked. */
export function notCheckable(columns: Columns): string[] {
  return listed(columns, (how) => ("notCheckable" in how ? how.notCheckable : undefined));
}

/** `table.column: how`, for every column that is only checked against the node. */
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
