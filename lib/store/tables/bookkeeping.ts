/** Progress of a stream. It moves in the transaction that writes the rows, from the head that the batch started at. */
export interface CheckpointTable {
  /** Named like the node's index: `P/block`, `X/block`, `X/tx`, `X/vtx`, `C/block`. */
  stream: string;
  /** The next container to read. */
  next_index: number;
  /** Container id of the last stored one (32 bytes). */
  head_id: Uint8Array;
  /** Inner block id, height and time (unix seconds) of the last stored one; of X/tx and X/vtx container id and index. */
  head_block_id: Uint8Array;
  height: number;
  time: number;
}

/**
 * Consecutive containers as the node accepted them: one at the head, packed to runs of at most 64 KiB later.
 * `container-run.ts` reads and writes the byte columns.
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
  /** When the node accepted each, unix nanoseconds, u64 big-endian; 0 where nobody said. */
  accepted_at_ns: Uint8Array;
}

/** The one writer of a store. */
export interface LeaseTable {
  name: string;
  /** Who holds it: anything unique per process. */
  holder: string;
  /** From older Firns, whose leases expired. 0 now that a lease lasts as long as its holder. */
  expires_at_ms: number;
}

/** The ledger's records as `avalanche/ledger` writes them: what the next block depends on and bytes don't say. */
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

/** What stopped a stream: the container as the node gave it. */
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

/** The status of a stream, written by the indexer once a second and on change, and read by the API. */
export interface StreamStatusTable {
  stream: string;
  state: StreamState;
  /** Index of the node's last container, when known. */
  node_head_index: number | null;
  /** Whether the node answered last time, and when it was asked (unix ms). */
  node_reachable: boolean;
  node_checked_at_ms: number | null;
  /** The node's answer in place of a container, without credentials. */
  node_error: string | null;
  /** Why the stream is stopped or waits for its node, and since when; null otherwise. */
  error_code: string | null;
  error_message: string | null;
  error_hint: string | null;
  error_at_ms: number | null;
  /** A fact worth knowing while the stream goes on: the node's index is incomplete. */
  notice: string | null;
  /** How the node's blocks are read: from its index, or by height; null before the first. */
  source: BlockSource | null;
  updated_at_ms: number;
}

/** Where blocks come from. By height they come without proposer and time of acceptance. */
export type BlockSource = "index" | "height";

/** `unreadable`: the node does not offer what this stream reads, and something of it is missing. */
export type StreamState =
  | "starting"
  | "catching-up"
  | "following"
  | "stopped"
  | "waiting-for-node"
  | "unreadable";

/** A change of a stream's state, numbered without gaps in the order in which they were written. The oldest are deleted. */
export interface StreamChangeTable {
  change: number;
  stream: string;
  state: StreamState;
  at_ms: number;
  /** Why it is stopped or waits for its node; null otherwise. */
  error_code: string | null;
  error_message: string | null;
}

/** Time spent in a step of the indexer since it started, written once a second. */
export interface VerbDurationTable {
  /** "read", "verify", "decode", "project", "commit". */
  verb: string;
  /** Batches. */
  count: number;
  /** Milliseconds, whole. */
  total_ms: number;
}
