import type { ChainLetter } from "@/components/ui/chain-tag";
import { NARROW } from "@/components/ui/format";

/** A page of points, newest first, as the metrics API answers it. */
export interface PointPage {
  /** Unix seconds, start of the interval. */
  results: readonly { timestamp: number; value: number }[];
  nextPageToken?: string | undefined;
}

/** The points of one chain, and the path of more. */
export interface Series {
  /** Path segment of the chain. */
  segment: string;
  evmChainId: string;
  name: string;
  tag: ChainLetter;
  /** Same-origin path of its first page. */
  path: string;
  first: PointPage;
  /** The seconds of which all blocks are counted, unix, the end not included; absent if that is all time. */
  counted?: { from: number; before?: number };
}

/** Whether all series count every block from one time up to another, unix seconds. Otherwise no point means "not known". */
export function isCounted(
  series: readonly Pick<Series, "counted">[],
  { from, before }: { from: number; before: number },
): boolean {
  return series.every(
    ({ counted }) =>
      counted === undefined ||
      (from >= counted.from && before <= (counted.before ?? Number.POSITIVE_INFINITY)),
  );
}

/** Values of all series at one time, by segment. A series without a point is left out. */
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

/** The newest rows within `span` steps, oldest first, with an empty row for each step without one. */
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

/** Number of steps from the oldest row to the newest, including both. */
export function reachOf(rows: readonly SeriesRow[], stepSeconds: number): number {
  const [newest, oldest] = [rows[0], rows.at(-1)];
  return newest === undefined || oldest === undefined
    ? 0
    : Math.round((newest.timestamp - oldest.timestamp) / stepSeconds) + 1;
}

export function totalOf({ values }: SeriesRow): number {
  return Object.values(values).reduce((sum, value) => sum + value, 0);
}

/** The row that exceeds all others: by at least half of the second, among at least seven with values. */
export function outlierOf(rows: readonly SeriesRow[]): SeriesRow | undefined {
  const known = rows.filter((row) => totalOf(row) > 0).toSorted((a, b) => totalOf(b) - totalOf(a));
  const [most, next] = known;
  if (most === undefined || next === undefined || known.length < 7) return undefined;
  return totalOf(most) >= 1.5 * totalOf(next) ? most : undefined;
}

/** Mean total of the `count` steps that end with the newest row. A step without a row counts as 0. */
export function meanOf(rows: readonly SeriesRow[], count: number, stepSeconds: number): number {
  const totals = spread(rows, { span: count, stepSeconds }).map(totalOf);
  return totals.length === 0 ? 0 : totals.reduce((sum, value) => sum + value, 0) / totals.length;
}

/** How values of a chart are formatted. */
export interface ValueForm {
  /** Decimals, or more where all would be zeros. */
  decimals: number;
  /** A formatted value is divided by this. */
  divisor?: number;
  unit?: string;
}

/** A value among others of its kind: all have the same decimals, and `<0.01` is not nothing. */
export function formatFigure(given: number, { decimals, divisor = 1 }: ValueForm): string {
  const value = given / divisor;
  const least = 10 ** -decimals;
  const shown = value.toLocaleString("en", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return value > 0 && value < least ? `<${NARROW}${least.toFixed(decimals)}` : shown;
}

/** A value with enough decimals to show one digit that is not zero. */
export function formatValue(given: number, { decimals, divisor = 1 }: ValueForm): string {
  const value = given / divisor;
  const small = value !== 0 && Math.abs(value) < 10 ** -decimals;
  return small
    ? value.toLocaleString("en", { maximumSignificantDigits: 2 })
    : value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
