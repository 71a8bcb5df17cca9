import type { EvmFacts } from "./evm-facts";
import { type HeightRange, readRanges, withoutRange, writeRanges } from "./height-ranges";

/** What is read later of blocks that an older version stored: the fact that names the blocks. */
type UnreadFact = "unreadSigners" | "unreadApprovals" | "unreadFailures" | "unreadMessages";

/** The lowest and the highest block that an older version stored without what the fact is about; undefined if there are none. */
export function unreadBlocks(facts: EvmFacts, name: UnreadFact): HeightRange | undefined {
  const ranges = unreadRanges(facts, name);
  const first = ranges[0];
  const last = ranges.at(-1);
  return first && last && { from: first.from, to: last.to };
}

/** All of those blocks, in order. */
export function unreadRanges(facts: EvmFacts, name: UnreadFact): HeightRange[] {
  return readRanges(facts[name] ?? "").filter(({ from, to }) => from <= to);
}

/** The fact once only these blocks are left. */
export function unreadFact(name: UnreadFact, ...left: readonly HeightRange[]): EvmFacts {
  return { [name]: writeRanges(left.filter(({ from, to }) => from <= to)) };
}

/** The fact once some of the blocks were read. */
export function readFact(facts: EvmFacts, name: UnreadFact, read: HeightRange): EvmFacts {
  return unreadFact(name, ...withoutRange(unreadRanges(facts, name), read));
}
