/** A block of an EVM chain. */
export interface EvmBlockTable {
  height: number;
  hash: Uint8Array;
  parent_hash: Uint8Array;
  /** Unix seconds; the milliseconds since Granite. */
  time: number;
  time_ms: number | null;
  gas_limit: number;
  /** As the header says: since Helicon the sum of limits. */
  gas_used: number;
  /** Wei, `toAmount` in columns.ts; null before dynamic fees. */
  base_fee: Uint8Array | null;
  /** Bytes, as the node counts them. */
  size: number;
  tx_count: number;
  /** 20 bytes. */
  miner: Uint8Array;
  /** When the node accepted it, unix nanoseconds; null on L1s, which are read from RPC. */
  accepted_at_ns: bigint | null;
  /** When its row was written, unix ms. */
  stored_at_ms: number;
  /** Since Helicon: the last block whose execution this header vouches for. */
  settled_height: number | null;
  /** Wei, as the header says; null before there was one. */
  gas_cost: Uint8Array | null;
  /** Wei that its transactions paid. */
  fees: Uint8Array;
  /** Transactions of the chain as indexed, up to and with this block. */
  tx_total: number;
}
