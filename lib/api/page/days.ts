export const DAY_SECONDS = 86_400;

/** The UTC days from that of `first` to that of `last` that begin before `end`, newest first, by when they start; unix seconds. */
export function listDays(
  { first, last }: { first: number; last: number },
  { end = Number.POSITIVE_INFINITY, limit }: { end: number | undefined; limit: number },
): number[] {
  const oldest = startOfDay(first);
  const newest = startOfDay(Math.min(last, end - 1));
  const count = Math.max(0, Math.min(limit, (newest - oldest) / DAY_SECONDS + 1));
  return Array.from({ length: count }, (_, back) => newest - back * DAY_SECONDS);
}

/** When the UTC day of a time starts; unix seconds. */
export function startOfDay(time: number): number {
  return time - (time % DAY_SECONDS);
}
