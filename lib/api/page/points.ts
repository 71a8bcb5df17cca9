/** Points of a series before a time (unix seconds), at most `limit`, of points that are the newest first. */
export function pointsBefore<Point extends { timestamp: number }>(
  newestFirst: readonly Point[],
  time: number | undefined,
  limit: number,
): Point[] {
  const from = time === undefined ? 0 : newestFirst.findIndex(({ timestamp }) => timestamp < time);
  return from === -1 ? [] : newestFirst.slice(from, from + limit);
}
