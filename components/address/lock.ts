import { formatDate } from "@/components/ui/format";

/** Undefined where it is locked no more. Without the time nobody can say whether it still is. */
export function lockOf(lockedUntil: number, now: number | undefined): string | undefined {
  if (lockedUntil === 0 || (now !== undefined && lockedUntil <= now)) return undefined;
  const until = formatDate(lockedUntil * 1000);
  return now === undefined ? `lock ends ${until}` : `locked until ${until}`;
}
