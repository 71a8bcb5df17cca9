import type { ChainCode } from "../rows/columns";

/** A block of P, X or C. Heights missing from the node's index are missing here. */
export interface BlockTable {
  /** `CHAIN` in columns.ts. */
  chain: number;
  height: number;
  /** Inner block id, and its inner parent. */
  block_id: Uint8Array;
  parent_id: Uint8Array;
  /** Outer block id (equals `block_id` when not wrapped, or when read by height), and its number in `container_run`. */
  container_id: Uint8Array;
  container_index: number;
  /** Chain time, unix seconds. Apricot blocks have none of their own. */
  time: number;
  /** Codec type id of the block; 0 on C, whose blocks have none. */
  block_type: number;
  /** Length of the inner block in bytes. */
  size: number;
  /** Transactions in `tx`: on C the atomic ones. */
  tx_count: number;
  /**
   * Facts of the proposervm wrapper; null on blocks without one and on those read by height, which come without it. The
   * time, height and node are null on option blocks too.
   */
  proposer_parent_id: Uint8Array | null;
  proposer_time: number | null;
  proposer_p_chain_height: number | null;
  /** 20 bytes; null when nobody signed. */
  proposer_node_id: Uint8Array | null;
  /** When the node accepted it, unix nanoseconds; null for a block that was read by height. */
  accepted_at_ns: bigint | null;
  /** When its row was written, unix ms. The only column that differs between two indexings. */
  stored_at_ms: number;
  /** After this block: AVAX in existence as the P-Chain counts it, nAVAX; null where the ledger is incomplete. */
  supply: bigint | null;
  /** After this block: L1 validators with a balance, and what a validator active from the start has paid, nAVAX. */
  active_l1_validators: number | null;
  l1_accrued_fees: bigint | null;
  /** C only: EVM transactions, and gas as the header counts it. */
  evm_tx_count: number | null;
  gas_used: bigint | null;
  gas_limit: bigint | null;
}

/**
 * A transaction, with what lists show. Everything else is decoded from its bytes. Genesis transactions (validators,
 * chains) have height 0 and indexes from 1. Position 0 of P holds the genesis allocations (id of 32 zero bytes), which
 * no transaction created. On X, genesis assets and the time before linearisation have negative positions (`dagPosition`
 * in columns.ts). Atomic transactions of C are numbered within their block.
 */
export interface TxTable {
  chain: ChainCode;
  /** `positionOf(height, indexInBlock)` in columns.ts, or `dagPosition`. */
  position: number;
  tx_id: Uint8Array;
  /** Codec type id. */
  tx_type: number;
  /**
   * Chain time of the block, unix seconds. X transactions from before linearisation have none: it is when the node
   * accepted them, and `queries/tx-time.ts` says whether that was live.
   */
  time: number;
  /** nAVAX in outputs of every kind: produced, staked, exported, and given to accounts of C. */
  value: bigint;
  /** nAVAX consumed (from accounts too) and not in `value`: the fee, and what moved into L1 validator balances. */
  burned: bigint;
  /** nAVAX in stake outputs. */
  staked: bigint;
  /** nAVAX moved into L1 validator balances. */
  l1_balance: bigint;
  /** Proposals only, once decided: `TX_OUTCOME` in columns.ts. */
  outcome: number | null;
}

/**
 * A span in which the node certainly kept up with the network, as the blocks of P or C show by their own times and
 * those of their acceptance (`followAcceptance` in `avalanche/accepted-live.ts`). The last one of a chain goes on.
 */
export interface LiveSpanTable {
  /** P or C, in `CHAIN` in columns.ts. */
  chain: number;
  /** From 0, in order. */
  span: number;
  /** Unix ms, both inclusive. The span is empty where it would begin after its end. */
  from_ms: number;
  to_ms: number;
}

/** A vertex of the X-Chain's graph, as it was before linearisation. Parents and transactions are in its bytes. */
export interface VertexTable {
  /** In the node's `X/vtx` index. */
  container_index: number;
  vertex_id: Uint8Array;
  /** In the graph, where many vertices share one. */
  height: number;
  size: number;
  tx_count: number;
  /** When the node accepted it, unix nanoseconds, live or not: its only time. */
  accepted_at_ns: bigint;
}

/** Ids to positions: seek the prefix, then compare the full id in the row that it points to. */
export interface HashTable {
  /** `prefix48(id)` in columns.ts. */
  prefix48: number;
  chain: number;
  /** `HASH_KIND` in columns.ts. */
  kind: number;
  /**
   * Of the transaction. Of a block and its container: `positionOf(height, 0)`. Of a vertex and its transactions: its
   * `container_index`.
   */
  position: number;
}

/** The dictionary of addresses: owners of outputs (20 bytes, one row for all chains) and EVM accounts (`accountKey`). */
export interface AddressTable {
  id: number;
  bytes: Uint8Array;
}

/**
 * A key that signed a transaction of P or X, or an atomic one of C: both forms of its address are known, and where it
 * signed first.
 */
export interface SignerTable {
  /** 20 bytes: as an owner of outputs. */
  address: Uint8Array;
  chain: ChainCode;
  /** 20 bytes: as an EVM account. */
  account: Uint8Array;
  /** 33 bytes, compressed. */
  public_key: Uint8Array;
  /** Of the first transaction that it signed on that chain. */
  position: number;
}

/** Every transaction that touched an address: one that consumed or created an output of it. */
export interface AddressTxTable {
  address_id: number;
  chain: number;
  position: number;
  /** Codec type id, repeated here so that a filtered page reads this table alone. */
  tx_type: number;
}
