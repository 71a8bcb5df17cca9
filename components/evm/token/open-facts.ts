import type { FirnToken } from "@/lib/contract/firn/tokens";
import { formatTime } from "@/lib/words/format";

type Open = NonNullable<FirnToken["open"]>;

/** Why a fact about a contract is missing. */
export function missingReason(fact: Open["facts"][number], token: FirnToken | undefined): string {
  // What is open is recorded only for contracts whose tokens have moved.
  if (token === undefined) return "Not known";
  if (token.open?.facts.includes(fact) !== true) return "The contract has none";
  return token.open.state === "not-asked" ? "Not read yet" : "The node gave no answer";
}

/** State of the calls that read a contract's facts, while some are open. */
export function formatOpen({ state, since, nextAt }: Open): string {
  if (state === "not-asked") return "Not read yet: Firn reads it in the background";
  const from = since === undefined ? "" : ` since ${formatTime(since * 1000)}`;
  const next = nextAt === undefined ? "" : `, next try at ${formatTime(nextAt * 1000)}`;
  return `No answer from the node${from}${next}`;
}
