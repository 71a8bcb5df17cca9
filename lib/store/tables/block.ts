/** A block of P, X or C. Heights missing from the node's index are missing here. */
export interface BlockTable {
  /** `CHAIN` in columns.ts. */
  chain: number;
  height: number;
  /** Inner block id, and its inner parent. */
  block_id: Uint8Array;
  parent_id: Uint8Array;
  /** Outer block id (equals `block_id` when not wrapped) and its number in the node's index. */
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
  /** Facts of the proposervm wrapper; null on blocks without one, the time, height and node also on option blocks. */
  proposer_parent_id: Uint8Array | null;
  proposer_time: number | null;
  proposer_p_chain_height: number | null;
  /** 20 bytes; null when nobody signed. */
  proposer_node_id: Uint8Array | null;
  /** When the node accepted it, unix nanoseconds. */
  accepted_at_ns: bigint;
  /** When its row was written, unix ms. The only column that differs between two indexings. */
  stored_at_ms: number;
  /** After this block: AVAX in existence as the P-Chain counts it, nAVAX; null where the ledger is incomplete. */
  supply: bigint | null;
  /** After this block: L1 validators with a balance, and what one active since the beginning has paid, nAVAX. */
  active_l1_validators: number | null;
  l1_accrued_fees: bigint | null;
  /** C only: EVM transactions, and gas as the header counts it. */
  evm_tx_count: number | null;
  gas_used: bigint | null;
  gas_limit: bigint | null;
}
