import { Stat, Stats } from "@/components/ui/stats";
import { formatDate } from "@/lib/words/format";
import { CHARTS, type ChartKind, type ChartParams } from "./chart-params";
import { STEP_SECONDS } from "./chart-time";
import { formatFigure, isCounted, meanOf, type Series, type SeriesRow, totalOf } from "./series";

/** Number of transactions on all chains of a chart in one span of time. */
export interface PaceSpan {
  seconds: number;
  transactions: number;
}

interface SeriesStatsProps {
  params: ChartParams;
  series: readonly Series[];
  /** Newest first. */
  rows: readonly SeriesRow[];
  /** Empty for charts that do not count transactions. */
  pace: readonly PaceSpan[];
}

/** Statistics of a chart over all its chains. Spans end now, by the wall clock. Days are UTC days. */
export function SeriesStats({ params: { name, step, to }, series, rows, pace }: SeriesStatsProps) {
  const kind: ChartKind = CHARTS[name];
  if (step === "hour" || to !== undefined || (!kind.stacked && series.length > 1)) return null;
  return pace.length > 0 ? (
    <PaceStats kind={kind} pace={pace} rows={rows} series={series} />
  ) : (
    <DayStats kind={kind} rows={rows} series={series} />
  );
}

const LABELS: Readonly<Record<number, string>> = {
  60: "Last minute",
  3600: "Last hour",
  86400: "Last 24 hours",
  604800: "Last 7 days",
  2592000: "Last 30 days",
};

/** Spans that end now. Yesterday comes between those of a day and of a week. */
function PaceStats({ kind, pace, rows, series }: DaysProps & { pace: readonly PaceSpan[] }) {
  const stats = pace.map(({ seconds, transactions }) => ({
    label: LABELS[seconds] ?? "",
    value: kind.metric === undefined ? transactions / seconds : transactions,
  }));
  const { yesterday } = lastDaysOf(rows, series);
  const at = pace.filter(({ seconds }) => seconds <= STEP_SECONDS.day).length;
  const shown =
    yesterday === undefined ? stats : stats.toSpliced(at, 0, { label: "Yesterday, UTC", value: yesterday });
  return (
    <Stats count={shown.length}>
      {shown.map(({ label, value }) => (
        <Stat key={label} label={label} value={formatFigure(value, kind.form)} {...unitOf(kind.form)} />
      ))}
    </Stats>
  );
}

function unitOf({ unit }: ChartKind["form"]): { unit?: string } {
  return unit === undefined ? {} : { unit };
}

interface DaysProps {
  kind: ChartKind;
  rows: readonly SeriesRow[];
  series: readonly Series[];
}

/** Days, and means that end with the newest one. Those that reach back before the counted blocks are left out. */
function DayStats({ kind: { form }, rows, series }: DaysProps) {
  const { today, yesterday } = lastDaysOf(rows, series);
  const end = (rows[0]?.timestamp ?? 0) + STEP_SECONDS.day;
  const means = [7, 30].filter((days) =>
    isCounted(series, { from: end - days * STEP_SECONDS.day, before: end }),
  );
  const [most] = rows
    .filter(({ timestamp: from }) => isCounted(series, { from, before: from + STEP_SECONDS.day }))
    .toSorted((a, b) => totalOf(b) - totalOf(a));
  const stats = [
    ...(today === undefined ? [] : [{ label: "Today, UTC", value: today }]),
    ...(yesterday === undefined ? [] : [{ label: "Yesterday, UTC", value: yesterday }]),
    ...means.map((days) => ({ label: `${days}-day mean`, value: meanOf(rows, days, STEP_SECONDS.day) })),
    ...(most === undefined
      ? []
      : [{ label: "Highest day", value: totalOf(most), detail: formatDate(most.timestamp * 1000) }]),
  ];
  if (stats.length === 0) return null;
  return (
    <Stats count={stats.length}>
      {stats.map(({ value, ...shown }) => (
        <Stat key={shown.label} {...shown} value={formatFigure(value, form)} {...unitOf(form)} />
      ))}
    </Stats>
  );
}

/**
 * Totals of the current UTC day by the wall clock and of the day before. A day without blocks has 0; one of which not all
 * blocks are counted is undefined.
 */
export function lastDaysOf(
  rows: readonly SeriesRow[],
  series: readonly Pick<Series, "counted">[],
  nowMs = Date.now(),
): { today: number | undefined; yesterday: number | undefined } {
  const today = Math.floor(nowMs / 1_000 / STEP_SECONDS.day) * STEP_SECONDS.day;
  const on = (day: number) => {
    if (!isCounted(series, { from: day, before: day + STEP_SECONDS.day })) return undefined;
    const row = rows.find(({ timestamp }) => timestamp === day);
    return row === undefined ? 0 : totalOf(row);
  };
  return { today: on(today), yesterday: on(today - STEP_SECONDS.day) };
}
