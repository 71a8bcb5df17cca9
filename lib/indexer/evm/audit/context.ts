/** What every check of an audit needs. */
export interface AuditContext {
  /** A snapshot of the store. */
  db: EvmDb;
  stores: Stores;
  /** Set while the store has, or has counted, only part of its chain. */
  partial?: EvmHistory | undefined;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

/** Rows read at once. */
export const ROWS_PER_PAGE = 5_000;
/** Most sums held in memory at once, for a chain of any size. */
const SUMS_PER_PART = 250_000;

/** Reads a list page by page until it ends or the signal is aborted. No statement stays open between pages. */
export async function* readPages<Row, Key>(
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

/** How many parts to sum this many rows in. */
export function countParts(rows: number, most: number): number {
  return Math.min(most, Math.max(1, Math.ceil(rows / SUMS_PER_PART)));
}

import type { EvmHistory } from "../../../store/bookkeeping/history";
import type { EvmDb } from "../../../store/db";
import type { Stores } from "../../../store/stores";
