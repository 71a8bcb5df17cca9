import type { EvmTables } from "../../../store/tables/evm";
import { type ColumnsOf, LEASE, STREAM_CHANGE, STREAM_STATUS, WRITTEN } from "../../audit/columns";

const CHAIN = {
  by: "each block names the one before it, up to the checkpoint; hashes lead to their blocks and transactions",
};
const HEADER = { by: "the C-Chain's containers in the primary store; the node's header, of L1s" };
const SIGNED = { by: "the transactions' own bytes: hash, fields and signature" };
const RECEIPT = { by: "the node's receipts, which the header's root covers", sampled: true } as const;
const GAS = { by: "the gas used by a block's transactions is that in its header; the node's receipts" };
const FIGURES = { by: "counted again from blocks, transactions, calls and movements" };
const LISTED = { by: "the transactions, calls and movements in the lists" };
const LISTS = { by: "the lists of addresses" };
const MOVED = { by: "sums of movements and wraps, balances, owners and lists" };
const NAMES = { by: "the rows that refer to it: transactions by their bytes, holders by the node" };
const OWN = { notCheckable: "when Firn last compared the token with its contract" };
const TOLD = { notCheckable: "the contract's answer at the time; it may answer differently now" };
const COUNTER = { notCheckable: "Firn's counter for when the next epoch begins" };
const DECIDED = {
  notCheckable: "may depend on what the contract answered at the time, which is not kept",
};
const NUMBER = { notCheckable: "a number assigned by Firn" };
const TRACED = { by: "the node's traces: no header covers them", sampled: true } as const;
const EVENT = {
  by: "the events of the node's receipts, which the header's root covers",
  sampled: true,
} as const;
const LOGGED = {
  by: "the number of logs of each transaction; each contract and topic leads to its block; the node's receipts, sampled",
};
const QUEUE = { notCheckable: "Firn's queue of what to read or compare again" };
const CHAIN_FACTS = {
  notCheckable: "the chain's name and URL; its id is checked at the node",
};
const COUNTED = { by: "counted again from the stored metadata" };
const OFFCHAIN = { notCheckable: "read from where the contract points; it may have changed since" };

/** How every column of a chain's store is checked. */
export const EVM_COLUMNS = {
  active_period: { unit: FIGURES, start_hour: FIGURES, addresses: FIGURES, senders: FIGURES },
  active_window: { seconds: FIGURES, addresses: FIGURES, senders: FIGURES },
  address: { id: NAMES, bytes: NAMES },
  address_activity: { epoch: LISTED, address_id: LISTED, kind: LISTED, position: LISTED, item: LISTED },
  address_epoch: { address_id: LISTED, epoch: LISTED },
  approval: {
    owner_id: EVENT,
    token_id: EVENT,
    form: EVENT,
    spender_id: EVENT,
    value: EVENT,
    position: EVENT,
    log_index: EVENT,
  },
  block: {
    height: CHAIN,
    hash: CHAIN,
    parent_hash: CHAIN,
    time: HEADER,
    time_ms: HEADER,
    gas_limit: HEADER,
    gas_used: HEADER,
    base_fee: HEADER,
    size: HEADER,
    tx_count: CHAIN,
    miner: HEADER,
    accepted_at_ns: HEADER,
    stored_at_ms: WRITTEN,
    settled_height: HEADER,
    gas_cost: HEADER,
    fees: CHAIN,
    tx_total: CHAIN,
  },
  block_body: { height: SIGNED, bytes: SIGNED },
  chain_activity: {
    hours: FIGURES,
    start_hour: FIGURES,
    blocks: FIGURES,
    transactions: FIGURES,
    gas: FIGURES,
    fees: FIGURES,
    gas_prices: FIGURES,
    max_gas_price: FIGURES,
    addresses: FIGURES,
    senders: FIGURES,
    new_addresses: FIGURES,
    deployers: FIGURES,
    new_deployers: FIGURES,
    contracts: FIGURES,
    peak_transactions: FIGURES,
    peak_transactions_ms: FIGURES,
    peak_gas: FIGURES,
    peak_gas_ms: FIGURES,
  },
  checkpoint: {
    stream: CHAIN,
    next_index: CHAIN,
    head_id: CHAIN,
    head_block_id: CHAIN,
    height: CHAIN,
    time: CHAIN,
  },
  coin_wrap: {
    position: MOVED,
    log_index: MOVED,
    token_id: MOVED,
    holder_id: MOVED,
    wrapped: MOVED,
    value: MOVED,
  },
  contract: {
    address_id: FIGURES,
    created_position: FIGURES,
    deployer_id: FIGURES,
    creator_id: FIGURES,
    standard: TOLD,
    name: TOLD,
    symbol: TOLD,
    decimals: TOLD,
    asks_node: DECIDED,
    wraps_coin: MOVED,
  },
  contract_question: {
    address_id: QUEUE,
    facts: QUEUE,
    attempts: QUEUE,
    failed_since_ms: QUEUE,
    failure: QUEUE,
    due_at_ms: QUEUE,
    doubts: QUEUE,
  },
  deployer: { address_id: FIGURES, first_time: FIGURES, last_time: FIGURES },
  deployer_day: { start_hour: FIGURES, address_id: FIGURES },
  epoch: { epoch: LISTED, items: COUNTER, first_position: LISTED },
  hash: { prefix48: CHAIN, kind: CHAIN, position: CHAIN },
  history: {
    id: { notCheckable: "always 1" },
    first_height: CHAIN,
    older: CHAIN,
    counted_from: FIGURES,
    counted_to: { notCheckable: "how far Firn has counted its figures" },
  },
  internal_transaction: {
    position: LISTS,
    trace_index: LISTS,
    call_type: TRACED,
    from_id: LISTS,
    to_id: LISTS,
    value: TRACED,
    gas_limit: TRACED,
    gas_used: TRACED,
    reverted: TRACED,
  },
  lease: LEASE,
  log_body: { height: LOGGED, bytes: LOGGED },
  log_term: { term: LOGGED, blocks: LOGGED },
  message_step: {
    step: EVENT,
    position: EVENT,
    kind: EVENT,
    message_id: EVENT,
    other_blockchain_id: EVENT,
    sender: EVENT,
    recipient: EVENT,
    data: EVENT,
  },
  metadata_update: { token_id: QUEUE, first_number: QUEUE, last_number: QUEUE },
  network: { key: CHAIN_FACTS, value: CHAIN_FACTS },
  nft: {
    id: NUMBER,
    token_id: MOVED,
    token_number: MOVED,
    owner_id: MOVED,
    form: MOVED,
    minted_position: MOVED,
  },
  nft_approval: {
    token_id: EVENT,
    token_number: EVENT,
    owner_id: EVENT,
    spender_id: EVENT,
    position: EVENT,
    log_index: EVENT,
  },
  nft_attribute: { token_id: COUNTED, name: COUNTED, value: COUNTED, tokens: COUNTED },
  nft_collection: { token_id: COUNTED, tokens_read: COUNTED },
  nft_metadata: {
    nft_id: OFFCHAIN,
    status: OFFCHAIN,
    token_uri: OFFCHAIN,
    metadata: OFFCHAIN,
    document: OFFCHAIN,
    updated_at: OFFCHAIN,
    attempts: OFFCHAIN,
    next_from: OFFCHAIN,
    due_at_ms: OFFCHAIN,
  },
  party: { address_id: FIGURES, month: FIGURES },
  sender: { address_id: FIGURES, month: FIGURES },
  signer: { address_id: SIGNED, key_address: SIGNED, public_key: SIGNED, position: SIGNED },
  stream_change: STREAM_CHANGE,
  stream_status: STREAM_STATUS,
  token: {
    token_id: MOVED,
    transfers: MOVED,
    holders: MOVED,
    supply: MOVED,
    checked_height: OWN,
    wraps_checked_height: OWN,
  },
  token_balance: { token_id: MOVED, holder_id: MOVED, token_number: MOVED, balance: MOVED },
  token_transfer: {
    position: MOVED,
    log_index: MOVED,
    item: MOVED,
    token_id: MOVED,
    form: MOVED,
    from_id: MOVED,
    to_id: MOVED,
    token_number: MOVED,
    value: MOVED,
  },
  transaction: {
    position: SIGNED,
    hash: SIGNED,
    from_id: SIGNED,
    to_id: SIGNED,
    created_id: SIGNED,
    status: RECEIPT,
    tx_type: SIGNED,
    nonce: SIGNED,
    value: SIGNED,
    gas_limit: SIGNED,
    gas_used: GAS,
    gas_price: SIGNED,
    selector: SIGNED,
    log_count: RECEIPT,
  },
  tx_failure: { position: TRACED, depth: TRACED, address_id: TRACED, error: TRACED, output: TRACED },
  uncompared_token: { token_id: QUEUE, holder_id: QUEUE, height: QUEUE },
} as const satisfies ColumnsOf<EvmTables>;
