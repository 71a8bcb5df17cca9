/** A vertex of the X-Chain's graph, as it was before linearisation. Parents and transactions are in its bytes. */
export interface VertexTable {
  /** In the node's `X/vtx` index. */
  container_index: number;
  vertex_id: Uint8Array;
  /** In the graph: many vertices share one. */
  height: number;
  size: number;
  tx_count: number;
  /** When the node accepted it, unix nanoseconds: the only time there is. */
  accepted_at_ns: bigint;
}
