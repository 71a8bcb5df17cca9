/** What a transaction (or the passing of time) made of a validation: the state right after it. */
export interface L1PointTable {
  /** `l1_validator.id`. */
  validation: number;
  /** Of the transaction; with `NO_TX` in columns.ts as index when the block itself ended the balance. */
  position: number;
  weight: bigint;
  /** nAVAX left right after; null where the ledger doesn't say. */
  balance: bigint | null;
  /** nAVAX put into the balance here, and paid back out of it; the latter null where the ledger doesn't say. */
  paid_in: bigint;
  paid_back: bigint | null;
}
