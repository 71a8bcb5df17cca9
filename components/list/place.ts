/** Rows that one page of a list on an entity's page shows. */
const PLACE_ROWS = 25;

/** Which list of a page does not show its first rows, by its anchor, and from which row on, counted from 1. */
export interface Place {
  list: string;
  from: number;
}

/** The part of a page's query that says its place: `?from=26` of the transactions, `?list=sigs&from=26` of another list. */
export interface PlaceQuery {
  list?: string | string[];
  from?: string | string[];
}

const MAIN_LIST = "txs";

/** The place an address names; what is malformed is the beginning. */
export function readPlace({ list = MAIN_LIST, from = "" }: PlaceQuery): Place {
  const row = String(from);
  return { list: String(list), from: /^[1-9]\d{0,6}$/.test(row) ? Number(row) : 1 };
}

/** Rows of a list that one page shows, and where they stand in it. */
export interface Part<Row> {
  list: string;
  rows: readonly Row[];
  /** Of the first of `rows`, counted from 1. */
  from: number;
  /** Of the whole list. */
  count: number;
}

/** The part of `all` at `place`: its beginning when the place is in another list or past the end. */
export function partAt<Row>(all: readonly Row[], list: string, place: Place): Part<Row> {
  const from = place.list === list && place.from <= all.length ? place.from : 1;
  return { list, rows: all.slice(from - 1, from - 1 + PLACE_ROWS), from, count: all.length };
}

/** The parts before and after; undefined where there is none. */
export function neighboursOf({ list, from, rows, count }: Part<unknown>): {
  before: Place | undefined;
  after: (Place & { rows: number }) | undefined;
} {
  const next = from + rows.length;
  return {
    before: from > 1 ? { list, from: Math.max(1, from - PLACE_ROWS) } : undefined,
    after: next <= count ? { list, from: next, rows: Math.min(PLACE_ROWS, count - next + 1) } : undefined,
  };
}

/** Address of a page with one of its lists at `place`; `query` is what else the address says, such as `flow=table`. */
export function hrefOfPlace(path: string, { list, from }: Place, query = ""): string {
  const params = new URLSearchParams(query);
  if (from > 1 && list !== MAIN_LIST) params.set("list", list);
  if (from > 1) params.set("from", String(from));
  return `${path}${params.size === 0 ? "" : `?${params}`}#${list}`;
}
