import type { EvmFacts } from "./evm-facts";
import type { HeightRange } from "./height-ranges";

/** What is read later of blocks that an older version stored: the fact that names the blocks. */
type UnreadFact = "unreadSigners" | "unreadApprovals" | "unreadFailures" | "unreadMessages";

/** Blocks that an older version stored without what the fact is about; undefined if there are none. */
export function unreadBlocks(facts: EvmFacts, name: UnreadFact): HeightRange | undefined {
  const text = facts[name] ?? "";
  if (text === "") return undefined;
  const [from = 0, to = from] = text.split("-").map(Number);
  return { from, to };
}

/** The inverse of `unreadBlocks`. */
export function unreadFact(name: UnreadFact, { from, to }: HeightRange): EvmFacts {
  return { [name]: from > to ? "" : `${from}-${to}` };
}
