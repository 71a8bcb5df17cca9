/** Whether this start and earlier ones (oldest first) index. */
export interface IndexRuns {
  enabled: boolean;
  allowIncomplete: boolean;
  earlier: readonly { indexed: boolean }[];
}

/**
 * The node's reason for refusing to run, in its words; undefined if it runs. An index is complete if every start
 * indexed.
 * @source AvalancheGo indexer/indexer.go RegisterChain
 */
export function refuseIncomplete({ enabled, allowIncomplete, earlier }: IndexRuns): string | undefined {
  if (allowIncomplete) return undefined;
  if (!enabled) {
    return earlier.some(({ indexed }) => indexed)
      ? "running would cause index to become incomplete but incomplete indices are disabled"
      : undefined;
  }
  return earlier.some(({ indexed }) => !indexed)
    ? "index is incomplete but incomplete indices are disabled. Shutting down"
    : undefined;
}
