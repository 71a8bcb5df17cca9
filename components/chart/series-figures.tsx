import { formatDate } from "@/components/ui/format";
import { Stat, Stats } from "@/components/ui/stats";
import { CHARTS, type ChartKind, type ChartParams, STEP_SECONDS } from "./chart-params";
import { formatValue, meanOf, mergeSeries, type Series, type SeriesRow, totalOf } from "./series";

/** Transactions of all chains of a chart over one span of time. */
export interface PaceSpan {
  seconds: number;
  transactions: number;
}

interface SeriesFiguresProps {
  params: ChartParams;
  series: readonly Series[];
  /** Of charts of transactions. */
  pace: readonly PaceSpan[];
}

/** Key figures of a chart over all its chains. Spans end now, by the wall clock; days are UTC days. */
export function SeriesFigures({ params: { name, step, to }, series, pace }: SeriesFiguresProps) {
  const kind: ChartKind = CHARTS[name];
  if (step === "hour" || to !== undefined || (!kind.stacked && series.length > 1)) return null;
  const rows = mergeSeries(Object.fromEntries(series.map(({ segment, first }) => [segment, first.results])));
  return pace.length > 0 ? (
    <PaceFigures kind={kind} pace={pace} rows={rows} />
  ) : (
    <DayFigures kind={kind} rows={rows} />
  );
}

const LABELS: Readonly<Record<number, string>> = {
  60: "Last minute",
  3600: "Last hour",
  86400: "Last 24 hours",
  604800: "Last 7 days",
  2592000: "Last 30 days",
};

/** Spans that end now, and yesterday between the one of a day and that of a week. */
function PaceFigures({
  kind,
  pace,
  rows,
}: {
  kind: ChartKind;
  pace: readonly PaceSpan[];
  rows: SeriesRow[];
}) {
  const figures = pace.map(({ seconds, transactions }) => ({
    label: LABELS[seconds] ?? "",
    value: kind.metric === undefined ? transactions / seconds : transactions,
  }));
  const at = pace.findIndex(({ seconds }) => seconds > STEP_SECONDS.day);
  const shown = figures.toSpliced(at, 0, { label: "Yesterday, UTC", value: lastDaysOf(rows).yesterday });
  return (
    <Stats count={shown.length}>
      {shown.map(({ label, value }) => (
        <Stat key={label} label={label} value={formatValue(value, kind.form)} />
      ))}
    </Stats>
  );
}

function DayFigures({ kind: { form }, rows }: { kind: ChartKind; rows: SeriesRow[] }) {
  const { today, yesterday } = lastDaysOf(rows);
  const most = rows.toSorted((a, b) => totalOf(b) - totalOf(a))[0];
  const figures = [
    { label: "Today, UTC", value: today },
    { label: "Yesterday, UTC", value: yesterday },
    { label: "Mean of 7 days", value: meanOf(rows, 7, STEP_SECONDS.day) },
    { label: "Mean of 30 days", value: meanOf(rows, 30, STEP_SECONDS.day) },
    ...(most === undefined
      ? []
      : [{ label: "Most in a day", value: totalOf(most), detail: formatDate(most.timestamp * 1000) }]),
  ];
  return (
    <Stats count={figures.length}>
      {figures.map(({ value, ...shown }) => (
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

/** Totals of the day that it is by the wall clock, and of the one before it; a day without blocks has none. */
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
