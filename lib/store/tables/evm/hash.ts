/** Finds blocks and transactions by hash: the full hash is compared in the row it points to. */
export interface EvmHashTable {
  prefix48: number;
  /** `EVM_HASH_KIND` in columns.ts. */
  kind: number;
  /** Height of a block, position of a transaction. */
  position: number;
}
