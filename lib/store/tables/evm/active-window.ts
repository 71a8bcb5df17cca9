/** Who was a party in the time before the newest block. */
export interface ActiveWindowTable {
  /** How long that is; the newest block's second is its last one. */
  seconds: number;
  /** Distinct parties of transactions and of token movements, and those of them that sent. */
  addresses: number;
  senders: number;
}
