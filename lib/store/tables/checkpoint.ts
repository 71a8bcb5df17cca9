/** How far a stream is stored. Moves in the transaction that writes the rows, from the head it started at. */
export interface CheckpointTable {
  /** `P/block`. */
  stream: string;
  /** The next container to read. */
  next_index: number;
  /** Container id of the last one stored (32 bytes). */
  head_id: Uint8Array;
  /** Inner block id, height and time (chain time, unix seconds) of the last one stored. */
  head_block_id: Uint8Array;
  height: number;
  time: number;
}
