/** A sorted list that is read in parts: at most `limit` rows after `last`. */
export type SortedList<Row> = (last: Row | undefined, limit: number) => Promise<Row[]>;

/** Rows read at once from each of many lists. */
const PART = 16;

/**
 * Merges sorted lists into one of at most `limit` rows, each row once, reading no list further than needed. `compare`
 * is the order of all of them, 0 for the same row.
 */
export async function mergeLists<Row>(
  lists: readonly SortedList<Row>[],
  { compare, limit }: { compare(a: Row, b: Row): number; limit: number },
): Promise<Row[]> {
  const [only] = lists;
  if (only !== undefined && lists.length === 1) return only(undefined, limit);
  const part = Math.min(limit, Math.max(PART, Math.ceil((2 * limit) / Math.max(1, lists.length))));
  const heads: Head<Row>[] = [];
  for (const list of lists) {
    const rows = await list(undefined, part);
    if (rows.length > 0) heads.push({ list, rows, at: 0, whole: rows.length === part });
  }
  const merged: Row[] = [];
  while (merged.length < limit && heads.length > 0) {
    const [first, place] = firstOf(heads, compare);
    const last = merged.at(-1);
    if (last === undefined || compare(last, first) !== 0) merged.push(first);
    if (!(await advance(heads[place], part))) heads.splice(place, 1);
  }
  return merged;
}

interface Head<Row> {
  list: SortedList<Row>;
  rows: Row[];
  at: number;
  /** Whether there may be more rows after these. */
  whole: boolean;
}

function firstOf<Row>(heads: readonly Head<Row>[], compare: (a: Row, b: Row) => number): [Row, number] {
  let best = rowOf(heads[0]);
  let place = 0;
  for (let i = 1; i < heads.length; i++) {
    const row = rowOf(heads[i]);
    if (compare(row, best) < 0) [best, place] = [row, i];
  }
  return [best, place];
}

function rowOf<Row>(head: Head<Row> | undefined): Row {
  const row = head?.rows[head.at];
  if (row === undefined) throw new Error("a merged list has no row left");
  return row;
}

/** Moves on to the next row. @returns whether there is one */
async function advance<Row>(head: Head<Row> | undefined, part: number): Promise<boolean> {
  if (head === undefined) return false;
  head.at += 1;
  if (head.at < head.rows.length) return true;
  if (!head.whole) return false;
  const rows = await head.list(head.rows.at(-1), part);
  Object.assign(head, { rows, at: 0, whole: rows.length === part });
  return rows.length > 0;
}
