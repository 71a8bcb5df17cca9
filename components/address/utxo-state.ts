import { CHAINS, type Chain } from "@/components/ui/chains";
import type { HistoryGap } from "@/lib/contract/firn/status";
import { formatDate } from "@/lib/words/format";
import { boundOfGap, mayBeImported } from "@/lib/words/gap";
import { lockOf } from "./lock";
import type { UtxoRow } from "./utxo-row";

interface StateFacts {
  /** The chain that it was exported to, or is on. */
  target: Chain | undefined;
  /** Chain time, unix seconds. Undefined when unknown. */
  now: number | undefined;
  gaps: readonly HistoryGap[];
}

/** What an output that no known transaction has spent is: free, locked, staked, or sent to another chain. */
export function stateOf(
  { createdOn, consumedOn, time, lockedUntil = 0, stakedUntil, isStakeable }: UtxoRow,
  { target, now, gaps }: StateFacts,
): string {
  const locked = lockOf(lockedUntil, now);
  const suffix = locked ? `, ${locked}` : "";
  if (createdOn !== consumedOn) {
    const name = target === undefined ? "other chain" : CHAINS[target].name;
    const gap = mayBeImported(gaps, { to: target, time });
    if (gap !== undefined) return `Sent to the ${name}, perhaps imported ${boundOfGap(gap)}${suffix}`;
    return `In shared memory, for the ${name}${suffix}`;
  }
  if (stakedUntil !== undefined) return `Staked until ${formatDate(stakedUntil * 1000)}${suffix}`;
  if (locked === undefined) return "Unlocked";
  return isStakeable ? `L${locked.slice(1)}, can be staked` : `L${locked.slice(1)}`;
}
