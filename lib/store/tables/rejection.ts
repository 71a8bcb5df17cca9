/** Evidence of what stopped a stream: the container as the node gave it. */
export interface RejectionTable {
  stream: string;
  container_index: number;
  /** The id the node gave it (32 bytes). */
  container_id: Uint8Array;
  bytes: Uint8Array;
  error_code: string;
  error_message: string;
  rejected_at_ms: number;
}
