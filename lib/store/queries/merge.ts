/** A sorted list that is read in parts: at most `limit` rows behind `last`. */
export type SortedList<Row> = (last: Row | undefined, limit: number) => Promise<Row[]>;

/** Rows read at once from one of many lists. */
const PART = 16;

/**
 * The first rows of several sorted lists as one, at most `limit`, each row once; no list is read further than that needs.
 * `compare` is the order of all of them, 0 for the same row.
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
  /** Whether there may be rows behind these. */
  whole: boolean;
}

function firstOf<Row>(heads: readonly Head<Row>[], compare: (a: Row, b: Row) => number): [Row, number] {
  let [best, place] = [rowOf(heads[0]), 0];
  for (let i = 1; i < heads.length; i++) {
    const row = rowOf(heads[i]);
    if (compare(row, best) < 0) [best, place] = [row, i];
  }
  return [best, place];
}

function rowOf<Row>(head: Head<Row> | undefined): Row {
  const row = head?.rows[head.at];
  if (row === undefined) throw new Error("a list without a row is none");
  return row;
}

/** Whether there is another row. */
async function advance<Row>(head: Head<Row> | undefined, part: number): Promise<boolean> {
  if (head === undefined) return false;
  head.at += 1;
  if (head.at < head.rows.length) return true;
  if (!head.whole) return false;
  const rows = await head.list(head.rows.at(-1), part);
  Object.assign(head, { rows, at: 0, whole: rows.length === part });
  return rows.length > 0;
}
