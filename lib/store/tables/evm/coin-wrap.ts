/** Coin of the chain that a token wrapped or gave back, which changed what someone has of the token without a transfer. */
export interface CoinWrapTable {
  position: number;
  log_index: number;
  /** The contract, a number of `address`. */
  token_id: number;
  /** Whose balance it changed. */
  holder_id: number;
  /** 1 when wrapped, 0 when given back. */
  wrapped: number;
  value: Uint8Array;
}
