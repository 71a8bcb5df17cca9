import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { readSeries } from "@/app/charts/charts";
import { readStatus, settle, troubleOf } from "@/app/server";
import { ChainChips } from "@/components/chart/chain-chips";
import {
  CHARTS,
  type ChartName,
  type ChartParams,
  defaultSpan,
  hrefOfChart,
  readChartParams,
} from "@/components/chart/chart-params";
import { SeriesChart } from "@/components/chart/series-chart";
import { SeriesFigures } from "@/components/chart/series-figures";
import { CsvLink } from "@/components/list/csv-link";
import type { SearchParams } from "@/components/list/list-params";
import { Failure } from "@/components/state/failure";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { EmptyState } from "@/components/state/state";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { Seg } from "@/components/ui/seg";
import { FirnError } from "@/lib/errors";

interface ChartPageProps {
  params: Promise<{ metric: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: ChartPageProps): Promise<Metadata> {
  const found = readChartParams((await params).metric, {});
  return { title: found === undefined ? "Not found here" : CHARTS[found.name].title };
}

export default async function ChartPage({ params, searchParams }: ChartPageProps) {
  const chart = readChartParams((await params).metric, await searchParams);
  if (chart === undefined) notFound();
  const [status, found] = await Promise.all([readStatus(), settle(readSeries(chart))]);
  const { title } = CHARTS[chart.name];
  const csv = hrefOfChart(chart).replace(/^(\/charts\/\w+)/, "$1/csv");
  return (
    <>
      <PageHead eyebrow={<ChartNav chart={chart} />} title={title} actions={<CsvLink href={csv} />} />
      {!(status instanceof FirnError) && <NodeAwayNotice status={status} />}
      {found instanceof FirnError ? (
        <Failure what="the chart" trouble={troubleOf(found)} />
      ) : found.series.every(({ first }) => first.results.length === 0) ? (
        <Panel label={title}>
          <EmptyState title="Nothing to draw">
            No EVM chain that Firn reads has a block in this range.
          </EmptyState>
        </Panel>
      ) : (
        <div className="stackp">
          <SeriesFigures params={chart} series={found.series} />
          <SeriesChart key={hrefOfChart(chart)} params={chart} series={found.series}>
            <ChainChips chart={chart} all={found.all} />
          </SeriesChart>
        </div>
      )}
    </>
  );
}

/** The charts there are, and the step of those that have hours. */
function ChartNav({ chart }: { chart: ChartParams }) {
  return (
    <>
      <Seg label="Chart">
        {Object.entries(CHARTS).map(([name, { label }]) => (
          <Link
            key={name}
            href={hrefOfChart({ ...chart, name: name as ChartName, step: "day", span: defaultSpan("day") })}
            prefetch={false}
            aria-current={name === chart.name ? "page" : undefined}
          >
            {label}
          </Link>
        ))}
      </Seg>
      {chart.name !== "tps" && (
        <Seg label="Step">
          {(["day", "hour"] as const).map((step) => (
            <Link
              key={step}
              href={hrefOfChart({ ...chart, step, span: defaultSpan(step) })}
              prefetch={false}
              aria-current={step === chart.step ? "true" : undefined}
            >
              {step === "day" ? "By day" : "By hour"}
            </Link>
          ))}
        </Seg>
      )}
    </>
  );
}
