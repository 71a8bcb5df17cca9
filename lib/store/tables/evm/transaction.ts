/** A transaction with what lists show; the rest is decoded from its bytes. Amounts are `toAmount` in columns.ts. */
export interface EvmTransactionTable {
  /** `positionOf(height, index)` in columns.ts. */
  position: number;
  hash: Uint8Array;
  /** Numbers of `address`. */
  from_id: number;
  /** Null for the making of a contract, which `created_id` then names. */
  to_id: number | null;
  created_id: number | null;
  /** 1, or 0 when it failed. */
  status: number;
  tx_type: number;
  nonce: number;
  /** Wei. */
  value: Uint8Array;
  gas_limit: number;
  gas_used: number;
  /** Wei a unit, as paid. */
  gas_price: Uint8Array;
  /** First four bytes of the input; null when there are fewer. */
  selector: Uint8Array | null;
  log_count: number;
}
