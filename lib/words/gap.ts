import { mayBeImportedBefore } from "../avalanche/chain-clocks";
import type { HistoryGap } from "../contract/firn/status";
import { groupDigits } from "./format";

/** What is said of a chain whose beginning Firn does not have: the title of a notice, and two sentences. */
export interface GapWords {
  title: string;
  why: string;
  lacks: string;
}

export function describeGap({ chain, before }: HistoryGap): GapWords {
  const name = nameOf(chain);
  if (isGraph({ before }))
    return {
      title: `Transactions from before the ${name}’s first block are missing`,
      why: "Only the index of a node has them, and Firn has not read all of it.",
      lacks: `Balances, outputs, assets and lists leave out what they did. What other chains sent to the ${name} in that time may have been imported by them, and is in no balance.`,
    };
  return {
    title: `${name} blocks before ${groupDigits(before)} are not known`,
    why: "The node did not have them.",
    lacks: `Balances, outputs and lists leave out what they did. What other chains sent to the ${name} before then may have been imported in one of them, and is in no balance.`,
  };
}

/** A line above a list of such a chain. */
export function describeListGap(gap: HistoryGap): string {
  return isGraph(gap)
    ? `${describeGap(gap).title}: ${lowerFirst(describeGap(gap).why)}`
    : `From block ${groupDigits(gap.before)} on; the node did not have older blocks.`;
}

/** Whether what lacks is the graph that the X-Chain was before its first block. */
function isGraph({ before }: Pick<HistoryGap, "before">): boolean {
  return before === 1;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/**
 * The gap in which an export to a chain may have been imported; undefined if there is none. Before the first block that
 * Firn has, nothing imports what is exported later.
 * @param time of the export, unix seconds; undefined where it is not known
 */
export function mayBeImported(
  gaps: readonly HistoryGap[] | undefined,
  { to, time }: { to: HistoryGap["chain"] | undefined; time: number | undefined },
): HistoryGap | undefined {
  const gap = gaps?.find(({ chain }) => chain === to);
  return gap !== undefined && mayBeImportedBefore(time, gap.time) ? gap : undefined;
}

/** What bounds the blocks of such a chain, for `imported …`: "before block 100". */
export function boundOfGap({ chain, before }: HistoryGap): string {
  return isGraph({ before })
    ? `before the ${nameOf(chain)}’s first block`
    : `before block ${groupDigits(before)}`;
}

function nameOf(chain: HistoryGap["chain"]): string {
  return `${chain.toUpperCase()}-Chain`;
}
