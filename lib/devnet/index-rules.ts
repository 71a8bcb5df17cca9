/** How this start was asked to index, and how earlier ones did, oldest first. */
export interface IndexRuns {
  enabled: boolean;
  allowIncomplete: boolean;
  earlier: readonly { indexed: boolean }[];
}

/**
 * Why the node refuses to run, in its own words; undefined when it runs. An index is complete when every start indexed.
 * Source: AvalancheGo indexer/indexer.go RegisterChain.
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
