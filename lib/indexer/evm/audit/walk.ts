/** What every part of an audit is given. */
export interface Audited {
  /** One moment of the store. */
  db: EvmDb;
  stores: Stores;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

/** Rows read at once. */
export const ROWS_PER_PAGE = 5_000;
/** What is summed up at once: so much memory a chain of any size takes. */
const SUMS_PER_PART = 250_000;

/** Rows of a list page by page, until it ends or the signal is aborted: no statement stays open in between. */
export async function* pages<Row, Key>(
  read: (after: Key) => Promise<Row[]>,
  { start, keyOf, signal }: { start: Key; keyOf: (row: Row) => Key; signal: AbortSignal },
): AsyncGenerator<Row[], void, void> {
  for (let after = start; !signal.aborted; ) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = keyOf(last);
  }
}

/** How many parts so many rows are summed up in. */
export function partsFor(rows: number, most: number): number {
  return Math.min(most, Math.max(1, Math.ceil(rows / SUMS_PER_PART)));
}

import type { EvmDb } from "../../../store/db";
import type { Stores } from "../../../store/stores";
