import { formatTime } from "@/components/ui/format";
import type { FirnToken } from "@/lib/contract/firn/tokens";

type Open = NonNullable<FirnToken["open"]>;

/** Why a fact of a contract is not there. */
export function sayMissing(fact: Open["facts"][number], token: FirnToken | undefined): string {
  // Of a contract whose tokens never moved nobody keeps what is open.
  if (token === undefined) return "Not known";
  if (token.open?.facts.includes(fact) !== true) return "The contract has none";
  return token.open.state === "not-asked" ? "Not asked yet" : "The node could not say";
}

/** How far the asking is, of a contract that has not answered everything. */
export function sayOpen({ state, since, nextAt }: Open): string {
  if (state === "not-asked") return "Not asked yet: Firn does so in the background";
  const from = since === undefined ? "" : ` since ${formatTime(since * 1000)}`;
  const next = nextAt === undefined ? "" : `, asked again at ${formatTime(nextAt * 1000)}`;
  return `The node could not say${from}${next}`;
}
