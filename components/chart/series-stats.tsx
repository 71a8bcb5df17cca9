import { formatDate } from "@/components/ui/format";
import { Stat, Stats } from "@/components/ui/stats";
import { CHARTS, type ChartKind, type ChartParams, STEP_SECONDS } from "./chart-params";
import { formatValue, meanOf, mergeSeries, type Series, type SeriesRow, totalOf } from "./series";

/** Number of transactions on all chains of a chart in one span of time. */
export interface PaceSpan {
  seconds: number;
  transactions: number;
}

interface SeriesStatsProps {
  params: ChartParams;
  series: readonly Series[];
  /** Empty for charts that do not count transactions. */
  pace: readonly PaceSpan[];
}

/** Statistics of a chart over all its chains. Spans end now, by the wall clock. Days are UTC days. */
export function SeriesStats({ params: { name, step, to }, series, pace }: SeriesStatsProps) {
  const kind: ChartKind = CHARTS[name];
  if (step === "hour" || to !== undefined || (!kind.stacked && series.length > 1)) return null;
  const rows = mergeSeries(Object.fromEntries(series.map(({ segment, first }) => [segment, first.results])));
  return pace.length > 0 ? (
    <PaceStats kind={kind} pace={pace} rows={rows} />
  ) : (
    <DayStats kind={kind} rows={rows} />
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
function PaceStats({ kind, pace, rows }: { kind: ChartKind; pace: readonly PaceSpan[]; rows: SeriesRow[] }) {
  const stats = pace.map(({ seconds, transactions }) => ({
    label: LABELS[seconds] ?? "",
    value: kind.metric === undefined ? transactions / seconds : transactions,
  }));
  const at = pace.findIndex(({ seconds }) => seconds > STEP_SECONDS.day);
  const shown = stats.toSpliced(at, 0, { label: "Yesterday, UTC", value: lastDaysOf(rows).yesterday });
  return (
    <Stats count={shown.length}>
      {shown.map(({ label, value }) => (
        <Stat key={label} label={label} value={formatValue(value, kind.form)} />
      ))}
    </Stats>
  );
}

function DayStats({ kind: { form }, rows }: { kind: ChartKind; rows: SeriesRow[] }) {
  const { today, yesterday } = lastDaysOf(rows);
  const most = rows.toSorted((a, b) => totalOf(b) - totalOf(a))[0];
  const stats = [
    { label: "Today, UTC", value: today },
    { label: "Yesterday, UTC", value: yesterday },
    { label: "7-day mean", value: meanOf(rows, 7, STEP_SECONDS.day) },
    { label: "30-day mean", value: meanOf(rows, 30, STEP_SECONDS.day) },
    ...(most === undefined
      ? []
      : [{ label: "Highest day", value: totalOf(most), detail: formatDate(most.timestamp * 1000) }]),
  ];
  return (
    <Stats count={stats.length}>
      {stats.map(({ value, ...shown }) => (
        <Stat
          key={shown.label}
          {...shown}
          value={formatValue(value, form)}
          {...(form.unit !== undefined && { unit: form.unit })}
        />
      ))}
    </Stats>
  );
}

/** Totals of the current UTC day by the wall clock and of the day before. A day without blocks has 0. */
export function lastDaysOf(
  rows: readonly SeriesRow[],
  nowMs = Date.now(),
): { today: number; yesterday: number } {
  const today = Math.floor(nowMs / 1_000 / STEP_SECONDS.day) * STEP_SECONDS.day;
  const on = (day: number) => {
    const row = rows.find(({ timestamp }) => timestamp === day);
    return row === undefined ? 0 : totalOf(row);
  };
  return { today: on(today), yesterday: on(today - STEP_SECONDS.day) };
}
