/** A call inside a transaction that moves value, or makes a contract. The transaction's own call is none. */
export interface InternalTransactionTable {
  position: number;
  /** Place in the call tree, parents before children. */
  trace_index: number;
  /** Index of `CALL_TYPES` in columns.ts. */
  call_type: number;
  from_id: number;
  to_id: number | null;
  /** Wei. */
  value: Uint8Array;
  gas_limit: number;
  gas_used: number;
  /** Undone, by itself or with a call around it. */
  reverted: number;
}
