"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { lazy, type ReactNode } from "react";
import { askJson } from "@/components/state/ask";
import { button } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { formatDate, plural } from "@/components/ui/format";
import { LEGEND, LIST_END, MAIN_AND_SIDE } from "@/components/ui/layout";
import { Panel } from "@/components/ui/panel";
import { ScrollBox } from "@/components/ui/scroll-box";
import { Seg } from "@/components/ui/seg";
import { Cell, Row, Table } from "@/components/ui/table";
import { barsOf } from "./bars";
import { CHART_KEYS, TALL_CHART_BOX } from "./chart-box";
import { CHARTS, type ChartKind, type ChartParams, hrefOfChart, SPANS, STEP_SECONDS } from "./chart-params";
import { colourOf } from "./colours";
import {
  formatValue,
  isCounted,
  mergeSeries,
  type PointPage,
  reachOf,
  type Series,
  type SeriesRow,
  spread,
} from "./series";
import { WhenSeen } from "./when-seen";

const SeriesBars = lazy(() =>
  import("./drawings").then(({ DRAWINGS }) => ({ default: DRAWINGS.SeriesBars })),
);

interface SeriesChartProps {
  params: ChartParams;
  series: readonly Series[];
  /** Below the bars: the chains to choose from. */
  children?: ReactNode;
  /** Right of the table. */
  beside?: ReactNode;
}

/** Values of chains over time as bars and as a table. Older values load page by page. */
export function SeriesChart({ params, series, children, beside }: SeriesChartProps) {
  const { name, step, span } = params;
  const { form, stacked, note } = CHARTS[name];
  const { rows, hasMore, isLoading, failed, loadMore, pages } = useSeries(series);
  const stepSeconds = STEP_SECONDS[step];
  const shown = pages > 1 ? Math.max(span, reachOf(rows, stepSeconds)) : span;
  const drawn = spread(rows, { span: shown, stepSeconds });
  const formatStep = (timestamp: number) => formatTimestamp(timestamp, step);
  const formatShortStep = (timestamp: number) => formatStep(timestamp).replace(/ \d{4}/, "");
  const [first, last] = [drawn[0], drawn.at(-1)];
  const extent =
    first && last ? `${formatShortStep(first.timestamp)} to ${formatShortStep(last.timestamp)}` : "";
  const oldest = rows.at(-1)?.timestamp;
  // While blocks are being counted, the newest row is the last one that is complete.
  const isOver = series.some(({ counted }) => counted?.before !== undefined);
  return (
    <>
      <Panel
        title={step === "day" ? "Per UTC day" : "Per hour, UTC"}
        aside={extent}
        note={isOver ? note : `${note} The newest ${step} is not over yet and drawn lighter.`}
        actions={
          <>
            <Legend series={series} />
            <Spans params={params} />
          </>
        }
      >
        <figure className={TALL_CHART_BOX} aria-label={describeChart(params, series, rows)}>
          <WhenSeen
            instead={
              <p className="p-5 text-ink-2">
                The drawing could not be loaded. The table has the same values.
              </p>
            }
          >
            <SeriesBars
              bars={barsOf(series, drawn, { form, stacked })}
              {...{ formatStep, formatShortStep }}
            />
          </WhenSeen>
        </figure>
        {children}
        {hasMore && (
          <div className={LIST_END}>
            <Link
              className={button()}
              rel="next"
              prefetch={false}
              href={hrefOfChart({ ...params, ...(oldest !== undefined && { to: oldest }) })}
              onClick={(event) => {
                event.preventDefault();
                loadMore();
              }}
            >
              {isLoading ? "Loading…" : step === "day" ? "Load older days" : "Load older hours"}
            </Link>
            <span role="status">{failed ?? `${plural(rows.length, step)} with blocks so far`}</span>
          </div>
        )}
      </Panel>
      <div className={beside === undefined ? undefined : MAIN_AND_SIDE}>
        <SeriesTable series={series} rows={rows} formatStep={formatStep} params={params} />
        {beside}
      </div>
    </>
  );
}

/** Rows loaded so far, and how to load older ones. Each chain has its own page token. */
function useSeries(series: readonly Series[]) {
  const firsts = Object.fromEntries(series.map(({ segment, first }) => [segment, first]));
  const query = useInfiniteQuery({
    queryKey: ["series", ...series.map(({ path, first }) => `${path} ${first.results[0]?.timestamp}`)],
    queryFn: async ({ pageParam, signal }) => {
      const wanted = series.filter(({ segment }) => pageParam[segment] !== undefined);
      const found = await Promise.all(
        wanted.map(async ({ segment, path }): Promise<[string, PointPage]> => {
          const join = path.includes("?") ? "&" : "?";
          const token = encodeURIComponent(pageParam[segment] ?? "");
          return [segment, await askJson<PointPage>(`${path}${join}pageToken=${token}`, signal)];
        }),
      );
      return Object.fromEntries(found);
    },
    initialPageParam: {} as Record<string, string | undefined>,
    initialData: { pages: [firsts], pageParams: [{}] },
    getNextPageParam: (page) => {
      const tokens = Object.entries(page).map(([segment, { nextPageToken }]) => [segment, nextPageToken]);
      const more = tokens.filter(([, token]) => token !== undefined);
      return more.length === 0 ? undefined : Object.fromEntries(more);
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const points: Record<string, PointPage["results"]> = {};
  for (const page of query.data.pages)
    for (const [segment, { results }] of Object.entries(page))
      points[segment] = [...(points[segment] ?? []), ...results];
  return {
    rows: mergeSeries(points),
    pages: query.data.pages.length,
    hasMore: query.hasNextPage,
    isLoading: query.isFetchingNextPage,
    failed: query.error === null ? undefined : query.error.message,
    loadMore: () => query.fetchNextPage(),
  };
}

function Legend({ series }: { series: readonly Series[] }) {
  if (series.length === 1) return <span className="max-m:hidden">{series[0]?.name}</span>;
  return (
    <div className={classes(LEGEND, "max-m:hidden")}>
      {series.map((one) => (
        <span key={one.segment}>
          <i style={{ background: colourOf(series, one) }} />
          {one.name}
        </span>
      ))}
    </div>
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
  /** Newest first. */
  rows: readonly SeriesRow[];
  formatStep: (timestamp: number) => string;
}

function SeriesTable({ params: { name, step }, series, rows, formatStep }: SeriesTableProps) {
  const { title, form }: ChartKind = CHARTS[name];
  const unit = form.unit === undefined ? "" : `, ${form.unit}`;
  const columns = [
    { label: step === "day" ? "Day, UTC" : "Hour, UTC" },
    ...series.map((one) => ({ label: one.name + unit, right: true })),
  ];
  return (
    <Panel title="As a table" aside={`${plural(rows.length, step)} with blocks`}>
      <ScrollBox name={`${title} as a table`} className="max-h-100 flex-1 tabular-nums">
        <Table caption={`${title}, newest first`} columns={columns} look="plain">
          {rows.map(({ timestamp, values }) => (
            <Row key={timestamp} plain>
              <Cell at="row">{formatStep(timestamp)}</Cell>
              {series.map((one) => (
                <Cell key={one.segment} at="row" right>
                  {values[one.segment] === undefined ? (
                    <span className="text-ink-3">
                      {isCounted([one], { from: timestamp, before: timestamp + STEP_SECONDS[step] })
                        ? "no blocks"
                        : "not known"}
                    </span>
                  ) : (
                    formatValue(values[one.segment] ?? 0, form)
                  )}
                </Cell>
              ))}
            </Row>
          ))}
        </Table>
      </ScrollBox>
    </Panel>
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
