import type { ChainLetter } from "@/components/ui/chain-tag";

/** A page of points, newest first, as the metrics API gives it. */
export interface PointPage {
  /** Unix seconds at which the interval begins. */
  results: readonly { timestamp: number; value: number }[];
  nextPageToken?: string | undefined;
}

/** The points of one chain, and where what follows is had. */
export interface Series {
  /** First part of the chain's addresses. */
  segment: string;
  evmChainId: string;
  name: string;
  tag: ChainLetter;
  /** Same-origin path of its first page. */
  path: string;
  first: PointPage;
}

/** Values of all series at one time, by segment; one that has no point is left out. */
export interface SeriesRow {
  timestamp: number;
  values: Record<string, number>;
}

/** Points of several series as rows, newest first. */
export function mergeSeries(points: Readonly<Record<string, PointPage["results"]>>): SeriesRow[] {
  const rows = new Map<number, SeriesRow>();
  for (const [segment, results] of Object.entries(points)) {
    for (const { timestamp, value } of results) {
      const row = rows.get(timestamp) ?? { timestamp, values: {} };
      row.values[segment] = value;
      rows.set(timestamp, row);
    }
  }
  return [...rows.values()].sort((a, b) => b.timestamp - a.timestamp);
}

/** The newest rows within `span` steps, oldest first, with an empty row for each step that has none. */
export function spread(
  rows: readonly SeriesRow[],
  { span, stepSeconds }: { span: number; stepSeconds: number },
): SeriesRow[] {
  const [newest] = rows;
  if (newest === undefined) return [];
  const byTime = new Map(rows.map((row) => [row.timestamp, row]));
  return Array.from({ length: span }, (_, at) => {
    const timestamp = newest.timestamp - (span - 1 - at) * stepSeconds;
    return byTime.get(timestamp) ?? { timestamp, values: {} };
  });
}

/** Steps from the oldest row to the newest, both counted. */
export function reachOf(rows: readonly SeriesRow[], stepSeconds: number): number {
  const [newest, oldest] = [rows[0], rows.at(-1)];
  return newest === undefined || oldest === undefined
    ? 0
    : Math.round((newest.timestamp - oldest.timestamp) / stepSeconds) + 1;
}

export function totalOf({ values }: SeriesRow): number {
  return Object.values(values).reduce((sum, value) => sum + value, 0);
}

/** The row that stands out from all others: at least half as much again as the next, among at least seven with values. */
export function outlierOf(rows: readonly SeriesRow[]): SeriesRow | undefined {
  const known = rows.filter((row) => totalOf(row) > 0).toSorted((a, b) => totalOf(b) - totalOf(a));
  const [most, next] = known;
  if (most === undefined || next === undefined || known.length < 7) return undefined;
  return totalOf(most) >= 1.5 * totalOf(next) ? most : undefined;
}

/** Mean of the totals of `count` steps that end with the newest row; steps without a row count as nothing. */
export function meanOf(rows: readonly SeriesRow[], count: number, stepSeconds: number): number {
  const totals = spread(rows, { span: count, stepSeconds }).map(totalOf);
  return totals.length === 0 ? 0 : totals.reduce((sum, value) => sum + value, 0) / totals.length;
}

/** How values of a chart are printed. */
export interface ValueForm {
  /** Digits after the point; more where all would be zeros. */
  decimals: number;
  /** Units of the values in one that is printed. */
  divisor?: number;
  unit?: string;
}

/** A value with so many digits after the point that something of it is seen. */
export function formatValue(given: number, { decimals, divisor = 1 }: ValueForm): string {
  const value = given / divisor;
  const small = value !== 0 && Math.abs(value) < 10 ** -decimals;
  return small
    ? value.toLocaleString("en", { maximumSignificantDigits: 2 })
    : value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
