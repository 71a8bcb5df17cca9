/** What the indexer says about a stream, once a second and on change. The api reads it: they meet only here. */
export interface StreamStatusTable {
  stream: string;
  state: StreamState;
  /** Index of the node's last container, when known. */
  node_head_index: number | null;
  /** Whether the node answered last time, and when it was asked (unix ms). */
  node_reachable: 0 | 1;
  node_checked_at_ms: number | null;
  /** What the node answered instead, credentials stripped. */
  node_error: string | null;
  /** Why the stream is stopped, or waits for its node, and since when; null while it goes on. */
  error_code: string | null;
  error_message: string | null;
  error_hint: string | null;
  error_at_ms: number | null;
  /** Said once and worth knowing while the stream goes on: the node's index is incomplete. */
  notice: string | null;
  updated_at_ms: number;
}

export type StreamState = "starting" | "catching-up" | "following" | "stopped" | "waiting-for-node";
