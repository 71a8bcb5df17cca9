/** What a verb of the indexer took since the indexer started, written once a second. */
export interface VerbDurationTable {
  /** "read", "verify", "decode", "project", "commit". */
  verb: string;
  /** Batches. */
  count: number;
  /** Milliseconds, whole. */
  total_ms: number;
}
