"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { InfiniteList } from "@/components/list/infinite-list";
import { type RowsSource, useRows } from "@/components/list/use-rows";
import { MAIN_AND_SIDE } from "@/components/ui/layout";
import { Panel } from "@/components/ui/panel";
import { Seg } from "@/components/ui/seg";
import { Cell } from "@/components/ui/table";
import { formatDate, plural } from "@/lib/words/format";
import { CHART_KEYS } from "./chart-box";
import { ChartLegend } from "./chart-legend";
import { CHARTS, type ChartKind, type ChartParams, hrefOfChart, SPANS } from "./chart-params";
import { formatChartTime, readChartTime, STEP_SECONDS } from "./chart-time";
import { drawnOf } from "./colours";
import { formatValue, missingAt, type Series, type SeriesPage, type SeriesRow, spread } from "./series";
import { StripBars } from "./strip-bars";
import { useStripAddress } from "./use-strip-address";

interface SeriesChartProps {
  params: ChartParams;
  series: readonly Series[];
  /** The newest rows, and the path of all. */
  first: SeriesPage;
  path: string;
  /** Below the bars: the chains to choose from. */
  children?: ReactNode;
  /** Right of the table. */
  beside?: ReactNode;
}

/** Values of chains over time as bars and as a table. Both go on to older values, page by page. */
export function SeriesChart({ params, series, first, path, children, beside }: SeriesChartProps) {
  const { name, step, span, to } = params;
  const { form, stacked, note } = CHARTS[name];
  const stepSeconds = STEP_SECONDS[step];
  const hrefBefore = (time: number) => hrefOfChart({ ...params, to: time });
  const source: RowsSource<SeriesPage, SeriesRow> = {
    path,
    first,
    rowsOf: ({ rows }) => rows,
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
  const drawn = spread(list.rows, { span, stepSeconds, skipped });
  const formatStep = (timestamp: number) => formatTimestamp(timestamp, step);
  const formatShortStep = (timestamp: number) => formatStep(timestamp).replace(/ \d{4}/, "");
  const oldestDrawn = drawn[0];
  const newestDrawn = drawn.at(-1);
  const extent =
    oldestDrawn && newestDrawn
      ? `${formatStep(oldestDrawn.timestamp)} to ${formatStep(newestDrawn.timestamp)}`
      : "";
  // While blocks are being counted, the newest row is the last one that is complete.
  const isOver = to !== undefined || series.some(({ counted }) => counted?.before !== undefined);
  return (
    <>
      <Panel
        title={step === "day" ? "Per UTC day" : "Per hour, UTC"}
        aside={extent}
        note={isOver ? note : `${note} The newest ${step} is not over yet and drawn lighter.`}
        actions={
          <>
            <ChartLegend series={drawnOf(series)} />
            {to !== undefined && (
              <Link href={hrefOfChart({ ...params, to: undefined })} rel="prev" prefetch={false}>
                Newest {step}s
              </Link>
            )}
            <Spans params={params} />
          </>
        }
      >
        <StripBars
          {...{ list, form, stacked, span, stepSeconds, skipped, formatStep, formatShortStep }}
          series={drawnOf(series)}
          onSkip={skip}
          open={isOver ? undefined : newest}
          missing={(segment, timestamp) =>
            missingAt(series.find((one) => one.segment === segment) ?? {}, timestamp, stepSeconds)
          }
          steps={`${step}s`}
          label={describeChart(params, series, list.rows)}
        />
        {children}
      </Panel>
      <div className={beside === undefined ? undefined : MAIN_AND_SIDE}>
        <div className="min-w-0">
          <SeriesTable {...{ params, series, source, formatStep }} hrefAbove={hrefOfDrawn} />
        </div>
        {beside}
      </div>
    </>
  );
}

function Spans({ params }: { params: ChartParams }) {
  const { step, span } = params;
  return (
    <Seg label="Range">
      {SPANS[step].map((one) => (
        <Link
          key={one}
          href={hrefOfChart({ ...params, span: one })}
          scroll={false}
          prefetch={false}
          aria-current={one === span ? "true" : undefined}
        >
          {formatSpan(one, step)}
        </Link>
      ))}
    </Seg>
  );
}

function formatSpan(span: number, step: ChartParams["step"]): string {
  if (step === "hour") return `${span} h`;
  return span === 365 ? "1 y" : `${span} d`;
}

interface SeriesTableProps {
  params: ChartParams;
  series: readonly Series[];
  source: RowsSource<SeriesPage, SeriesRow>;
  hrefAbove: () => string | undefined;
  formatStep: (timestamp: number) => string;
}

function SeriesTable({ params, series, source, hrefAbove, formatStep }: SeriesTableProps) {
  const { name, step } = params;
  const { title, form }: ChartKind = CHARTS[name];
  const unit = form.unit === undefined ? "" : `, ${form.unit}`;
  const stepSeconds = STEP_SECONDS[step];
  return (
    <InfiniteList<SeriesPage, SeriesRow>
      {...source}
      title="As a table"
      caption={`${title}, newest first`}
      nouns={[`${step} with blocks`, `${step}s with blocks`]}
      more={`Load older ${step}s`}
      columns={[
        { label: step === "day" ? "Day, UTC" : "Hour, UTC", bar: 80 },
        ...series.map((one) => ({ label: one.name + unit, right: true, bar: 48 })),
      ]}
      look="plain"
      hrefAbove={hrefAbove}
      cells={({ timestamp, values }) => (
        <>
          <Cell at="row">{formatStep(timestamp)}</Cell>
          {series.map((one) => (
            <Cell key={one.segment} at="row" right>
              {values[one.segment] === undefined ? (
                <span className="text-ink-3">{missingAt(one, timestamp, stepSeconds).text}</span>
              ) : (
                formatValue(values[one.segment] ?? 0, form)
              )}
            </Cell>
          ))}
        </>
      )}
    />
  );
}

function formatTimestamp(timestamp: number, step: ChartParams["step"]): string {
  const date = formatDate(timestamp * 1000);
  return step === "day" ? date : `${date}, ${new Date(timestamp * 1000).toISOString().slice(11, 16)}`;
}

function describeChart({ name, step }: ChartParams, series: readonly Series[], rows: readonly SeriesRow[]) {
  const names = series.map((one) => one.name).join(" and ");
  return `${CHARTS[name].title} of ${names}, ${plural(rows.length, step)} with blocks. ${CHART_KEYS} The table below has the same values.`;
}
