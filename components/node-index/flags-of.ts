import type { FirnIndex } from "@/lib/contract/firn/indexes";

export type FlagValue = "true" | "false" | "not needed" | "unknown";

/**
 * A node's flags, as far as its answers show them. It starts with an index that lacks blocks only if that is allowed. A
 * C-Chain that begins late may have been state synced, which the node accepts anyway.
 * @source avalanchego indexer/indexer.go
 */
export function flagsOf(indexes: readonly FirnIndex[]): { enabled: FlagValue; allowIncomplete: FlagValue } {
  if (indexes.some(({ answer }) => answer === "off")) return { enabled: "false", allowIncomplete: "unknown" };
  const asked = indexes.filter(({ answer }) => answer !== "away");
  if (asked.length === 0) return { enabled: "unknown", allowIncomplete: "unknown" };
  const isAllowed = asked.some(({ name, gaps }) => gaps.some(({ from }) => name !== "C/block" || from > 1));
  const lacksNothing = asked.every(({ missing }) => missing === 0);
  return { enabled: "true", allowIncomplete: isAllowed ? "true" : lacksNothing ? "not needed" : "unknown" };
}
