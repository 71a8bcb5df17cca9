import { colourOf } from "./colours";
import { formatValue, outlierOf, type Series, type SeriesRow, type ValueForm } from "./series";

/** What a bar chart draws, computed before Recharts is loaded. */
export interface Bars {
  series: readonly { segment: string; name: string; colour: string }[];
  /** Oldest first, one per step. */
  rows: readonly SeriesRow[];
  stacked: boolean;
  /** The row that is labelled. */
  outlier: SeriesRow | undefined;
  /** Values are divided by this on the axis. */
  divisor: number;
  format: (value: number) => string;
}

export function barsOf(
  series: readonly Series[],
  rows: readonly SeriesRow[],
  { form, stacked }: { form: ValueForm; stacked: boolean },
): Bars {
  return {
    series: series.map((one) => ({
      segment: one.segment,
      name: one.name,
      colour: colourOf(series, one),
    })),
    rows,
    stacked,
    outlier: stacked ? outlierOf(rows) : undefined,
    divisor: form.divisor ?? 1,
    format: (value) => formatValue(value, form),
  };
}
