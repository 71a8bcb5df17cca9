/**
 * Consecutive containers as the node accepted them: one at the head, packed to runs of at most 64 KiB later.
 * `run-codec.ts` reads and writes the byte columns.
 */
export interface ContainerRunTable {
  stream: string;
  first_index: number;
  count: number;
  /** Deflated concatenation of the containers' bytes. */
  bytes: Uint8Array;
  /** Length of each container, u32 big-endian. */
  lengths: Uint8Array;
  /** Container ids, 32 bytes each. */
  ids: Uint8Array;
  /** When the node accepted each, unix nanoseconds, u64 big-endian. */
  accepted_at_ns: Uint8Array;
}
