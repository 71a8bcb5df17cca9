"use client";

import Link from "next/link";
import { CsvLink } from "@/components/list/csv-link";
import { InfiniteList } from "@/components/list/infinite-list";
import { type RowsSource, type TokenPage, useRows } from "@/components/list/use-rows";
import { Panel } from "@/components/ui/panel";
import { Cell } from "@/components/ui/table";
import { ViewLinks } from "@/components/ui/view-links";
import { plural } from "@/lib/words/format";
import { CHART_KEYS } from "./chart-box";
import { ChartLegend } from "./chart-legend";
import { type AnyStep, formatChartTime, readChartTime, STEP_SECONDS } from "./chart-time";
import { formatValue, reachOf, type SeriesRow, spread, totalOf } from "./series";
import { formatStepTime, rowOfPoint, STEP_LABELS, STEP_WORDS, type StepChart } from "./step-charts";
import { StripBars } from "./strip-bars";
import { useStripAddress } from "./use-strip-address";

/** Steps drawn at once, and drawn of what is newer. */
const MOST_STEPS = 90;
const LEAST_STEPS = 14;

/** As the API answers it. */
export interface StepPage<Point> extends TokenPage {
  points: readonly Point[];
}

export interface StepHistoryProps<Point> {
  /** By the value of the query. */
  charts: Readonly<Record<string, StepChart<Point>>>;
  /** Of `charts`. */
  chart: string;
  path: string;
  first: StepPage<Point>;
  step: AnyStep;
  /** Whether one can choose the step. */
  hasSteps: boolean;
  /** Address of the page with a chart, its step, and a time before which its points are. */
  hrefOf: (shown: { chart: string; step: AnyStep; to: number | undefined }) => string;
  csvHref?: string | undefined;
  /** Unix seconds; only steps before it. */
  to: number | undefined;
  /** Whether the newest step goes on. */
  isActive: boolean;
}

/** Points by day, hour or minute, as bars and as a table. Both go on to older ones. */
export function StepHistory<Point extends { timestamp: number }>(props: StepHistoryProps<Point>) {
  const { charts, path, first, step, hasSteps, hrefOf, csvHref, to, isActive } = props;
  const name = Object.hasOwn(charts, props.chart) ? props.chart : (Object.keys(charts)[0] ?? "");
  const chart = charts[name] as StepChart<Point>;
  const { label, form, note, none, missing, isStacked = false } = chart;
  const series = typeof chart.series === "function" ? chart.series(first.points) : chart.series;
  const { one, more, per, head } = STEP_WORDS[step];
  const stepSeconds = STEP_SECONDS[step];
  const hrefBefore = (time: number) => hrefOf({ chart: name, step, to: time });
  const source: RowsSource<StepPage<Point>, SeriesRow> = {
    path,
    first,
    rowsOf: ({ points }) => points.map((point) => rowOfPoint(point, chart, series)),
    idOf: ({ timestamp }) => formatChartTime(timestamp, step),
    hrefAfter: ({ timestamp }) => hrefBefore(timestamp),
  };
  const list = useRows(source);
  const newest = list.rows[0]?.timestamp ?? 0;
  const { skipped, skip, hrefOfDrawn } = useStripAddress({
    start: list.start,
    hrefAfter: (count) => hrefBefore(newest - (count - 1) * stepSeconds),
    skippedIn: (search) => {
      const end = readChartTime(search.get("to") ?? "") ?? Number.POSITIVE_INFINITY;
      return Math.max(0, Math.ceil((newest + stepSeconds - end) / stepSeconds));
    },
  });
  const span = list.hasNextPage
    ? MOST_STEPS
    : Math.min(MOST_STEPS, Math.max(LEAST_STEPS, reachOf(list.rows, stepSeconds)));
  const drawn = spread(list.rows, { span, stepSeconds, skipped });
  const oldestDrawn = drawn[0];
  const newestDrawn = drawn.at(-1);
  const shown = series.map(({ of: segment, name, colour }) => ({ segment, name, colour }));
  const formatStep = (timestamp: number) => formatStepTime(timestamp, step);
  const title = `${label} ${per}`;
  const labels = Object.fromEntries(Object.entries(charts).map(([each, { label }]) => [each, label]));
  return (
    <div>
      <Panel
        title={title}
        aside={
          oldestDrawn &&
          newestDrawn &&
          `${formatStep(oldestDrawn.timestamp)} to ${formatStep(newestDrawn.timestamp)}${form.unit === undefined ? "" : `, ${form.unit}`}`
        }
        note={note}
        actions={
          <>
            {(!hasSteps || shown.length > 1) && <ChartLegend series={shown} />}
            {to !== undefined && (
              <Link href={hrefOf({ chart: name, step, to: undefined })} rel="prev" prefetch={false}>
                Newest {more}
              </Link>
            )}
            {csvHref !== undefined && <CsvLink href={csvHref} small />}
          </>
        }
      >
        <div className="flex flex-wrap justify-between gap-2 px-5 pt-3 max-m:px-4">
          <ViewLinks
            label="Chart"
            views={labels}
            current={name}
            hrefOf={(each) => hrefOf({ chart: each, step, to })}
          />
          {hasSteps && (
            <ViewLinks
              label="Steps"
              views={STEP_LABELS}
              current={step}
              hrefOf={(each) => hrefOf({ chart: name, step: each, to: undefined })}
            />
          )}
        </div>
        <StripBars
          {...{ list, form, stepSeconds, skipped, formatStep, span }}
          series={shown}
          stacked={isStacked}
          onSkip={skip}
          open={isActive && to === undefined ? newest : undefined}
          missing={() => ({ isNone: false, text: missing })}
          steps={more}
          label={`${title}, ${plural(list.rows.length, one)} so far. ${CHART_KEYS} The table below has the same values.`}
          formatShortStep={(timestamp) => formatStep(timestamp).replace(/ \d{4}/, "")}
        />
        {drawn.every((row) => totalOf(row) === 0) && (
          <p className="px-5 pb-3 text-center text-small text-ink-2 max-m:px-4">{none}</p>
        )}
      </Panel>
      <details className="mt-3 [&>section]:mt-3">
        <summary className="w-max cursor-pointer text-meta text-ink-2">{title} as a table</summary>
        <InfiniteList<StepPage<Point>, SeriesRow>
          {...source}
          caption={`${title}, newest first`}
          nouns={[one, more]}
          more={`Load older ${more}`}
          columns={[
            { label: head, bar: 80 },
            ...shown.map(({ name }) => ({
              label: form.unit === undefined ? name : `${name}, ${form.unit}`,
              right: true,
              bar: 64,
            })),
          ]}
          look="plain"
          hrefAbove={hrefOfDrawn}
          cells={({ timestamp, values }) => (
            <>
              <Cell at="row">{formatStep(timestamp)}</Cell>
              {shown.map(({ segment }) => (
                <Cell key={segment} at="row" right>
                  {values[segment] === undefined ? missing : formatValue(values[segment], form)}
                </Cell>
              ))}
            </>
          )}
        />
      </details>
    </div>
  );
}
