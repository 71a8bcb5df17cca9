import { formatClock, formatDate } from "@/lib/words/format";
import { type AnyStep, formatChartTime } from "./chart-time";
import type { SeriesRow, ValueForm } from "./series";

/** A number of the points, as a series of a chart. */
export interface StepSeries {
  /** Names its values in a row. */
  of: string;
  name: string;
  colour: string;
}

/** A chart of points of one kind, one for each day, hour or minute. */
export interface StepChart<Point> {
  label: string;
  form: ValueForm;
  /** The same of all points, or what these points have. */
  series: readonly StepSeries[] | ((points: readonly Point[]) => readonly StepSeries[]);
  /** Undefined where it is not known. `shown` are all series of the chart. */
  figureOf: (point: Point, of: string, shown: readonly string[]) => number | undefined;
  /** Side by side unless they add up. */
  isStacked?: boolean;
  note: string;
  /** Where all that is drawn is 0. */
  none: string;
  /** In place of a bar where there is no point. */
  missing: string;
}

/** How long the steps of a page's charts are, where one can choose. */
export const STEP_LABELS: Readonly<Record<AnyStep, string>> = {
  minute: "Minutes",
  hour: "Hours",
  day: "Days",
};

export function isStep(text: string): text is AnyStep {
  return Object.hasOwn(STEP_LABELS, text);
}

/** In a sentence: one step, and more of them. */
export const STEP_WORDS: Readonly<Record<AnyStep, { one: string; more: string; per: string; head: string }>> =
  {
    day: { one: "day", more: "days", per: "per UTC day", head: "Day, UTC" },
    hour: { one: "hour", more: "hours", per: "per hour", head: "Hour, UTC" },
    minute: { one: "minute", more: "minutes", per: "per minute", head: "Minute, UTC" },
  };

/** When a step begins, for a person. */
export function formatStepTime(timestamp: number, step: AnyStep): string {
  const day = formatDate(timestamp * 1000);
  return step === "day" ? day : `${day}, ${formatClock(timestamp * 1000).slice(0, 5)}`;
}

/** The numbers of a point that a chart shows, by their names. What is not known is left out. */
export function rowOfPoint<Point extends { timestamp: number }>(
  point: Point,
  { figureOf }: Pick<StepChart<Point>, "figureOf">,
  series: readonly StepSeries[],
): SeriesRow {
  const shown = series.map(({ of }) => of);
  const values = series.flatMap(({ of }): [string, number][] => {
    const value = figureOf(point, of, shown);
    return value === undefined ? [] : [[of, value]];
  });
  return { timestamp: point.timestamp, values: Object.fromEntries(values) };
}

/** The query of a chart, its step and a time before which its points are, unix seconds. Defaults are left out. */
export function queryOfStepChart(
  { chart, step, to }: { chart: string; step?: AnyStep | undefined; to: number | undefined },
  defaults: { chart: string; step?: AnyStep },
): { chart: string | undefined; step?: AnyStep | undefined; to: string | undefined } {
  return {
    chart: chart === defaults.chart ? undefined : chart,
    ...(step !== undefined && { step: step === defaults.step ? undefined : step }),
    to: to === undefined ? undefined : formatChartTime(to, step ?? "day"),
  };
}
