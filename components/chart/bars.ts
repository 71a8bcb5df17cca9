import { colourOf } from "./colours";
import { formatValue, outlierOf, type Series, type SeriesRow, type ValueForm } from "./series";

/** Bars over time as they are drawn: what the drawing says and shows is decided before its file is loaded. */
export interface Bars {
  series: readonly { segment: string; name: string; colour: string }[];
  /** Oldest first, one for each step. */
  rows: readonly SeriesRow[];
  stacked: boolean;
  /** Stands out, and is labelled. */
  outlier: SeriesRow | undefined;
  /** What values are divided by on the axis. */
  divisor: number;
  sayValue: (value: number) => string;
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
    sayValue: (value) => formatValue(value, form),
  };
}
