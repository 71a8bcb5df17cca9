import { formatValue, type Missing, outlierOf, type SeriesRow, type ValueForm } from "./series";

/** How one series of a chart looks. */
export interface DrawnSeries {
  /** Names its values in a row. */
  segment: string;
  name: string;
  colour: string;
}

/** What a bar chart draws, computed before Recharts is loaded. */
export interface Bars {
  series: readonly DrawnSeries[];
  /** Oldest first, one per step. */
  rows: readonly SeriesRow[];
  stacked: boolean;
  /** The row that is labelled. */
  outlier: SeriesRow | undefined;
  /** Time of a row that is not over, so its bars may grow; absent if all are over. */
  open?: number | undefined;
  /** Values are divided by this on the axis. */
  divisor: number;
  format: (value: number) => string;
  /** What it means that a series has no value in a row. */
  missing: (segment: string, timestamp: number) => Missing;
}

export function barsOf(
  series: readonly DrawnSeries[],
  rows: readonly SeriesRow[],
  { form, stacked, ...more }: { form: ValueForm } & Pick<Bars, "stacked" | "open" | "missing">,
): Bars {
  return {
    ...more,
    series,
    rows,
    stacked,
    outlier: stacked ? outlierOf(rows) : undefined,
    divisor: form.divisor ?? 1,
    format: (value) => formatValue(value, form),
  };
}
