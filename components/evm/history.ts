import type { PartHistory } from "@/lib/contract/firn/status";
import { groupDigits } from "@/lib/words/format";
import type { EvmChain } from "./chain";

/** What a phrase speaks of: rows of blocks, numbers that add blocks up, or both. */
export type HistorySubject = "lists" | "figures" | "both";

/** From which block on what a page shows counts, and why. Undefined if it counts all blocks. */
export function describeHistory(
  { history }: Pick<EvmChain, "history">,
  subject: HistorySubject,
): string | undefined {
  if (history === undefined) return undefined;
  const { firstBlock, older, countedFrom, countedTo } = history;
  const lists =
    subject === "figures" || older === "none" ? undefined : `From block ${groupDigits(firstBlock)} on`;
  const isSame = lists !== undefined && countedFrom === firstBlock && countedTo === undefined;
  const figures = subject === "lists" || isSame ? undefined : describeCounted(countedFrom, countedTo);
  const what = [lists, figures].filter((part) => part !== undefined);
  return what.length === 0 ? undefined : `${what.join(". ")}; ${reasonOf(history)}.`;
}

function describeCounted(from: number, to: number | undefined): string {
  if (to === undefined) return `Figures count from block ${groupDigits(from)} on`;
  return to < from
    ? "Figures do not count any block yet"
    : `Figures count blocks ${groupDigits(from)} to ${groupDigits(to)}`;
}

function reasonOf({ older, olderToGo, countedTo }: PartHistory): string {
  if (older === "missing") return "the node does not have older blocks";
  if (older === "wanted")
    return `older blocks are still being read${olderToGo === undefined ? "" : `, ${groupDigits(olderToGo)} to go`}`;
  return countedTo === undefined ? "the rest is still being read" : "the rest is still being counted";
}

/** The end of a list in order of time, for `ending` of a list. Undefined if it ends at the chain's first block. */
export function endingOf({ history }: Pick<EvmChain, "history">): string | undefined {
  if (history === undefined || history.older === "none") return undefined;
  return `. The list begins at block ${groupDigits(history.firstBlock)}; ${reasonOf(history)}`;
}
