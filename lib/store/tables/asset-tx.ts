/**
 * Every transaction that creates, consumes or makes something of an asset. AVAX has no rows here: every transaction of X
 * pays its fee in it, so `tx` is that list.
 */
export interface AssetTxTable {
  /** `asset.id`. */
  asset: number;
  chain: number;
  position: number;
  /** Codec type id, repeated here so that a filtered page reads this table alone. */
  tx_type: number;
}
