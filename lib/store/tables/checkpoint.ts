/** How far a stream is stored. Moves in the transaction that writes the rows, from the head it started at. */
export interface CheckpointTable {
  /** Named like the node's index: `P/block`, `X/block`, `X/tx`, `X/vtx`, `C/block`. */
  stream: string;
  /** The next container to read. */
  next_index: number;
  /** Container id of the last one stored (32 bytes). */
  head_id: Uint8Array;
  /** Inner block id, height and time (unix seconds) of the last one stored; of X/tx and X/vtx container id and index. */
  head_block_id: Uint8Array;
  height: number;
  time: number;
}
