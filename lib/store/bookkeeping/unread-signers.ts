import type { EvmFacts } from "./evm-facts";
import type { HeightRange } from "./untraced";

/** Blocks that an older version stored and whose signatures were not read yet; undefined if there are none. */
export function unreadSigners({ unreadSigners: text = "" }: EvmFacts): HeightRange | undefined {
  if (text === "") return undefined;
  const [from = 0, to = from] = text.split("-").map(Number);
  return { from, to };
}

/** The inverse of `unreadSigners`. */
export function unreadSignersFact({ from, to }: HeightRange): Pick<EvmFacts, "unreadSigners"> {
  return { unreadSigners: from > to ? "" : `${from}-${to}` };
}
