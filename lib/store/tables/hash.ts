/** Ids to places: ask for the prefix, then compare the full id in the row it points to. */
export interface HashTable {
  /** `prefix48(id)` in columns.ts. */
  prefix48: number;
  chain: number;
  /** `HASH_KIND` in columns.ts. */
  kind: number;
  /**
   * Of the transaction; of a block and its container: `positionOf(height, 0)`; of a vertex, and of what stands in it: its
   * `container_index`.
   */
  position: number;
}
