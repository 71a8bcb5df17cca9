import { readPace, readSeries } from "@/app/charts/charts";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { api, failureOf, readStatus, toResult } from "@/app/server";
import { ChainChips } from "@/components/chart/chain-chips";
import { ChartNav } from "@/components/chart/chart-nav";
import { CHART_QUERY, CHARTS, hrefOfChart } from "@/components/chart/chart-params";
import { summarizeLag } from "@/components/chart/lag";
import { LagChart } from "@/components/chart/lag-chart";
import { SeriesChart } from "@/components/chart/series-chart";
import { SeriesStats } from "@/components/chart/series-stats";
import { CsvLink } from "@/components/list/csv-link";
import { Failure } from "@/components/state/failure";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { EmptyState } from "@/components/state/state";
import { CopyLink } from "@/components/ui/copy-link";
import { STACK } from "@/components/ui/layout";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { getAcceptance } from "@/lib/contract/firn/acceptance";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";

export const generateMetadata = defineTitle("chart", ({ query }) => CHARTS[query.name].title);

export default definePage("chart", ChartPage);

async function ChartPage({ query: chart }: PageProps<"chart">) {
  const [status, found, lag] = await Promise.all([
    readStatus(),
    toResult(readSeries(chart)),
    chart.name === "tps" ? readLag() : undefined,
  ]);
  const isOfTransactions = chart.name === "tps" || chart.name === "txs";
  const pace =
    isOfTransactions && !(found instanceof FirnError)
      ? await readPace(found.series.map(({ evmChainId }) => evmChainId))
      : [];
  const { title } = CHARTS[chart.name];
  return (
    <>
      <PageHead
        eyebrow={<ChartNav chart={chart} />}
        title={title}
        actions={
          <>
            <CsvLink href={hrefTo("chartCsv", { metric: chart.name }, CHART_QUERY.write(chart))} />
            <CopyLink />
          </>
        }
      />
      {!(status instanceof FirnError) && <NodeAwayNotice status={status} />}
      {found instanceof FirnError ? (
        <Failure what="the chart" failure={failureOf(found)} />
      ) : found.series.every(({ first }) => first.results.length === 0) ? (
        <Panel label={title}>
          <EmptyState title="Nothing to draw">
            No EVM chain that Firn indexes has a block in this range.
          </EmptyState>
        </Panel>
      ) : (
        <div className={STACK}>
          <SeriesStats params={chart} series={found.series} pace={pace} />
          <SeriesChart
            key={hrefOfChart(chart)}
            params={chart}
            series={found.series}
            {...(lag !== undefined && { beside: <LagChart {...lag} explained /> })}
          >
            <ChainChips chart={chart} all={found.all} />
          </SeriesChart>
        </div>
      )}
    </>
  );
}

/** Shown beside the transactions: how late their blocks come. Undefined if it could not be read. */
async function readLag() {
  const found = await toResult(api().get(getAcceptance, { params: {}, query: { chain: "p" } }));
  const summary = found instanceof FirnError ? undefined : summarizeLag(found.points);
  return found instanceof FirnError || summary === undefined ? undefined : { ...found, summary };
}
