import type { ChainLetter } from "@/components/ui/chain-tag";
import { NARROW } from "@/lib/words/format";

/** A page of points, newest first, as the metrics API answers it. */
export interface PointPage {
  /** Unix seconds, start of the interval. */
  results: readonly { timestamp: number; value: number }[];
  nextPageToken?: string | undefined;
}

/** A chain on a chart. */
export interface Series {
  /** Path segment of the chain. */
  segment: string;
  evmChainId: string;
  name: string;
  tag: ChainLetter;
  /** The seconds of which all blocks are counted, unix, the end not included; absent if that is all time. */
  counted?: { from: number; before?: number };
}

/** A page of the rows of all series, newest first. */
export interface SeriesPage {
  rows: readonly SeriesRow[];
  /** Time of the last row, in unix seconds: what follows is older. Absent at the beginning of the series. */
  nextPageToken?: string | undefined;
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

/** In place of a value. `isNone` if it would be 0, not unknown. */
export interface Missing {
  text: string;
  isNone: boolean;
}

/** In place of a value that a chain does not have in the step from `from` on. */
export function missingAt(one: Pick<Series, "counted">, from: number, stepSeconds: number): Missing {
  const isNone = isCounted([one], { from, before: from + stepSeconds });
  return { isNone, text: isNone ? "no blocks" : "not known" };
}

/** Values of all series at one time, by segment. A series without a point is left out. */
export interface SeriesRow {
  timestamp: number;
  values: Record<string, number>;
}

/**
 * Pages of several series as one. It ends where the first series with more points does, so that a value that is missing
 * from a row does not exist.
 */
export function mergeSeries(pages: Readonly<Record<string, PointPage>>): SeriesPage {
  const rows = new Map<number, SeriesRow>();
  for (const [segment, { results }] of Object.entries(pages)) {
    for (const { timestamp, value } of results) {
      const row = rows.get(timestamp) ?? { timestamp, values: {} };
      row.values[segment] = value;
      rows.set(timestamp, row);
    }
  }
  const ends = Object.values(pages).flatMap(({ results, nextPageToken }) =>
    nextPageToken === undefined ? [] : (results.at(-1)?.timestamp ?? []),
  );
  const end = Math.max(...ends);
  return {
    rows: [...rows.values()]
      .filter(({ timestamp }) => timestamp >= end)
      .sort((a, b) => b.timestamp - a.timestamp),
    ...(ends.length > 0 && { nextPageToken: String(end) }),
  };
}

/**
 * Rows of `span` steps, oldest first, with an empty row for each step without one. `skipped` is the number of newer steps
 * that are left out.
 */
export function spread(
  rows: readonly SeriesRow[],
  { span, stepSeconds, skipped = 0 }: { span: number; stepSeconds: number; skipped?: number },
): SeriesRow[] {
  const [newest] = rows;
  if (newest === undefined) return [];
  const byTime = new Map(rows.map((row) => [row.timestamp, row]));
  return Array.from({ length: span }, (_, at) => {
    const timestamp = newest.timestamp - (skipped + span - 1 - at) * stepSeconds;
    return byTime.get(timestamp) ?? { timestamp, values: {} };
  });
}

/** Number of steps from the oldest row to the newest, including both. */
export function reachOf(rows: readonly { timestamp: number }[], stepSeconds: number): number {
  const newest = rows[0];
  const oldest = rows.at(-1);
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
