"use client";

import Link from "next/link";
import { CHART_KEYS } from "@/components/chart/chart-box";
import { ChartLegend } from "@/components/chart/chart-legend";
import { formatChartTime, readChartTime, STEP_SECONDS } from "@/components/chart/chart-time";
import { formatValue, reachOf, type SeriesRow, spread, totalOf } from "@/components/chart/series";
import { StripBars } from "@/components/chart/strip-bars";
import { useStripAddress } from "@/components/chart/use-strip-address";
import { CsvLink } from "@/components/list/csv-link";
import { InfiniteList } from "@/components/list/infinite-list";
import { type RowsSource, type TokenPage, useRows } from "@/components/list/use-rows";
import { Panel } from "@/components/ui/panel";
import { Cell } from "@/components/ui/table";
import { ViewLinks } from "@/components/ui/view-links";
import type { StakeMetricsPoint, ValidatorMetricsPoint } from "@/lib/contract/firn/validator-metrics";
import { withQuery } from "@/lib/contract/pages";
import { formatDate, plural } from "@/lib/words/format";
import { CHARTS_OF, queryOfStakeChart, rowOfPoint, STAKE_CHARTS, STAKE_DAYS } from "./stake-charts";

/** Days drawn of what is newer. */
const LEAST_DAYS = 14;

/** As the API answers it, of one validator or of the network. */
interface StakePage extends TokenPage {
  points: readonly (ValidatorMetricsPoint | StakeMetricsPoint)[];
}

interface StakeHistoryProps {
  of: "validator" | "network";
  path: string;
  first: StakePage;
  /** Of `CHARTS_OF`. */
  chart: string;
  /** Address of the page without the chart's part of its query. */
  href: string;
  csvHref: string;
  /** Unix seconds; only days before it. */
  to: number | undefined;
  /** Whether the newest day goes on. */
  isActive: boolean;
}

/** Stake, delegations and what goes with them by day, as bars and as a table. Both go on to older days. */
export function StakeHistory(props: StakeHistoryProps) {
  const { of, path, first, chart, href, csvHref, to, isActive } = props;
  const charts = CHARTS_OF[of];
  const { label, series, form, note, none } = charts[chart] ?? STAKE_CHARTS.stake;
  const views = Object.fromEntries(Object.entries(charts).map(([name, { label }]) => [name, label]));
  const stepSeconds = STEP_SECONDS.day;
  const hrefOf = (name: string, before: number | undefined) =>
    withQuery<"validator">(href, queryOfStakeChart({ chart: name, to: before }));
  const hrefBefore = (time: number) => hrefOf(chart, time);
  const source: RowsSource<StakePage, SeriesRow> = {
    ...{ path, first },
    rowsOf: ({ points }) => points.map((point) => rowOfPoint(point, charts[chart] ?? STAKE_CHARTS.stake)),
    idOf: ({ timestamp }) => formatChartTime(timestamp, "day"),
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
    ? STAKE_DAYS
    : Math.min(STAKE_DAYS, Math.max(LEAST_DAYS, reachOf(list.rows, stepSeconds)));
  const drawn = spread(list.rows, { span, stepSeconds, skipped });
  const [oldestDrawn, newestDrawn] = [drawn[0], drawn.at(-1)];
  const shown = series.map(({ of: segment, name, colour }) => ({ segment, name, colour }));
  const formatStep = (timestamp: number) => formatDate(timestamp * 1000);
  const title = `${label} per UTC day`;
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
            <ChartLegend series={shown} />
            {to !== undefined && (
              <Link href={hrefOf(chart, undefined)} rel="prev" prefetch={false}>
                Newest days
              </Link>
            )}
            <ViewLinks label="Chart" views={views} current={chart} hrefOf={(name) => hrefOf(name, to)} />
            <CsvLink href={csvHref} small />
          </>
        }
      >
        <StripBars
          {...{ list, form, stepSeconds, skipped, formatStep }}
          series={shown}
          stacked
          span={span}
          onSkip={skip}
          open={isActive && to === undefined ? newest : undefined}
          missing={() => ({ isNone: true, text: "not staked yet" })}
          steps="days"
          label={`${title}, ${plural(list.rows.length, "day")} so far. ${CHART_KEYS} The table below has the same values.`}
          formatShortStep={(timestamp) => formatStep(timestamp).replace(/ \d{4}/, "")}
        />
        {drawn.every((row) => totalOf(row) === 0) && (
          <p className="px-5 pb-3 text-center text-small text-ink-2 max-m:px-4">{none}</p>
        )}
      </Panel>
      <details className="mt-3 [&>section]:mt-3">
        <summary className="w-max cursor-pointer text-meta text-ink-2">{title} as a table</summary>
        <InfiniteList<StakePage, SeriesRow>
          {...source}
          caption={`${title}, newest first`}
          nouns={["day", "days"]}
          more="Load older days"
          columns={[
            { label: "Day, UTC", bar: 80 },
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
                  {formatValue(values[segment] ?? 0, form)}
                </Cell>
              ))}
            </>
          )}
        />
      </details>
    </div>
  );
}
