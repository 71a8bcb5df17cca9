/** One movement of tokens: an event, or one item of a batch. */
export interface TokenTransferTable {
  position: number;
  log_index: number;
  item: number;
  /** The contract, a number of `address`. */
  token_id: number;
  /** Index of `TRANSFER_FORMS` in columns.ts. */
  form: number;
  from_id: number;
  to_id: number;
  /** Which token of the contract; null on ERC-20. */
  token_number: Uint8Array | null;
  value: Uint8Array;
}
