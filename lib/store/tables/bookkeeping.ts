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

/** The one writer of a store. */
export interface LeaseTable {
  name: string;
  /** Who holds it: anything unique per process. */
  holder: string;
  /** Of older Firns, whose leases ran out; 0 since a lease lasts as long as its holder. */
  expires_at_ms: number;
}

/** The books of `avalanche/ledger` as it writes them: what the next block depends on and bytes don't say. */
export interface LedgerRecordTable {
  /** Which of the ledger's tables. */
  kind: string;
  key: string;
  text: string;
}

/** Facts about the network and this store: ids, prefix, genesis, the key of page tokens. One row per fact, as text. */
export interface NetworkTable {
  key: NetworkKey;
  value: string;
}

/**
 * `networkId` decimal · `hrp` · `avaxAssetId`, `xChainId`, `cChainId` `0x…` of 32 bytes · `genesis` `0x…` of the P-Chain
 * genesis bytes · `genesisBlockId` `0x…` of the id that P block 1 names as its parent · `nodeVersion`, `nodeId` of the
 * node indexed last · `upgrades` JSON, unix seconds by upgrade name, as that node says · `pageTokenKey` `0x…` of 32 random
 * bytes, by which the API signs page tokens · `projection` the schema version whose program made the rows: another program
 * rebuilds them.
 */
export type NetworkKey =
  | "networkId"
  | "hrp"
  | "avaxAssetId"
  | "xChainId"
  | "cChainId"
  | "genesis"
  | "genesisBlockId"
  | "nodeVersion"
  | "nodeId"
  | "upgrades"
  | "projection"
  | "pageTokenKey";

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

/** What the indexer says about a stream, once a second and on change. The api reads it: they meet only here. */
export interface StreamStatusTable {
  stream: string;
  state: StreamState;
  /** Index of the node's last container, when known. */
  node_head_index: number | null;
  /** Whether the node answered last time, and when it was asked (unix ms). */
  node_reachable: boolean;
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

/** What a verb of the indexer took since the indexer started, written once a second. */
export interface VerbDurationTable {
  /** "read", "verify", "decode", "project", "commit". */
  verb: string;
  /** Batches. */
  count: number;
  /** Milliseconds, whole. */
  total_ms: number;
}
