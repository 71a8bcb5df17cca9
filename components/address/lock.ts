import { formatDate } from "@/lib/words/format";

/** Undefined when unlocked. Without `now` it is unknown whether the lock is over. */
export function lockOf(lockedUntil: number, now: number | undefined): string | undefined {
  if (lockedUntil === 0 || (now !== undefined && lockedUntil <= now)) return undefined;
  const until = formatDate(lockedUntil * 1000);
  return now === undefined ? `lock ends ${until}` : `locked until ${until}`;
}
