import { withQuery } from "@/lib/contract/pages";

/** Rows that a list on an entity's page shows at once. */
export const SLICE_ROWS = 25;

/** Which of a page's lists, by its anchor, does not start at its first row, and the row it starts at, counted from 1. */
export interface ListPosition {
  list: string;
  from: number;
}

/** The position in a page's query: `?from=26` in the main list, `?list=sigs&from=26` in another. */
export interface PositionQuery {
  list?: string | string[] | undefined;
  from?: string | string[] | undefined;
}

const MAIN_LIST = "txs";

/** The position in an address. A malformed one is the start. */
export function readListPosition({ list = MAIN_LIST, from = "" }: PositionQuery): ListPosition {
  const row = String(from);
  return { list: String(list), from: /^[1-9]\d{0,6}$/.test(row) ? Number(row) : 1 };
}

/** A position as a query; the start has none. */
export function queryOfPosition({ list, from }: ListPosition): { list?: string; from?: number } {
  if (from === 1) return {};
  return list === MAIN_LIST ? { from } : { list, from };
}

/** The rows of a list that one page shows, with their position. */
export interface ListSlice<Row> {
  list: string;
  rows: readonly Row[];
  /** Number of the first of `rows`, counted from 1. */
  from: number;
  /** Rows in the whole list. */
  count: number;
}

/** The rows of `all` at `position`: the first rows if the position is in another list or past the end. */
export function sliceAt<Row>(all: readonly Row[], list: string, position: ListPosition): ListSlice<Row> {
  const from = position.list === list && position.from <= all.length ? position.from : 1;
  return { list, rows: all.slice(from - 1, from - 1 + SLICE_ROWS), from, count: all.length };
}

/** A page of such a list, as its island reads it. */
export interface NumberedPage<Row> {
  rows: readonly Row[];
  /** Number of the first of `rows`, counted from 1. */
  first: number;
  /** Number of the row after them; absent at the end. */
  nextPageToken?: string;
}

/** A slice as a page, each row as the list shows it. */
export function pageOfSlice<Row, Shown>(
  { rows, from, count }: ListSlice<Row>,
  show: (row: Row) => Shown,
): NumberedPage<Shown> {
  const next = from + rows.length;
  return { rows: rows.map(show), first: from, ...(next <= count && { nextPageToken: String(next) }) };
}

/** The address of a block's or transaction's page with one of its lists at a position. */
export function hrefAtPosition(href: string, { list, from }: ListPosition): string {
  return `${withQuery<"block" | "tx">(href, queryOfPosition({ list, from }))}#${list}`;
}
