import type { SelectQueryBuilder } from "kysely";

/**
 * What a search found that looks at a bounded number of rows, whatever is searched for: it may end before it has found as many as it
 * was to, or any.
 */
export interface Found<Row> {
  /** Newest first. */
  rows: Row[];
  /** The position below which the search goes on; nothing is left if it is undefined. */
  next: number | undefined;
}

/** Rows that one search looks at. */
const MOST_ROWS = 10_000;

/**
 * The first `limit` rows of those that were found.
 * @param left the position below which nothing was looked at
 */
export function cutFound<Row>(
  found: readonly Row[],
  { limit, left, positionOf }: { limit: number; left: number | undefined; positionOf(row: Row): number },
): Found<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last !== undefined ? positionOf(last) : left };
}

/** The last row that one search looks at, of those in its order; undefined if it looks at all that are left. */
export function findLastLookedAt<DB, TB extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, TB, Row>,
): Promise<Row | undefined> {
  return rows
    .offset(MOST_ROWS - 1)
    .limit(1)
    .executeTakeFirst() as Promise<Row | undefined>;
}
