import { readEvmChains } from "@/app/[chain]/evm-chain";
import { type ChartSeries, readPace, readSeries } from "@/app/charts/charts";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { api, failureOf, toResult } from "@/app/server";
import { ChainChips } from "@/components/chart/chain-chips";
import { ChartNav } from "@/components/chart/chart-nav";
import { CHART_QUERY, CHARTS, hrefOfChart } from "@/components/chart/chart-params";
import { summarizeLag } from "@/components/chart/lag";
import { LagChart } from "@/components/chart/lag-chart";
import { SeriesChart } from "@/components/chart/series-chart";
import { SeriesStats } from "@/components/chart/series-stats";
import { HistoryNote } from "@/components/evm/history-note";
import { CsvLink } from "@/components/list/csv-link";
import { Failure } from "@/components/state/failure";
import { EmptyState } from "@/components/state/state";
import { CopyLink } from "@/components/ui/copy-link";
import { STACK } from "@/components/ui/layout";
import { Note } from "@/components/ui/note";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { getAcceptance } from "@/lib/contract/firn/acceptance";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";

export const generateMetadata = defineTitle("chart", async ({ query: { name, chains = [] } }) => {
  if (chains.length === 0) return CHARTS[name].title;
  const known = await toResult(readEvmChains());
  const named = chains.map(
    (segment) =>
      (known instanceof FirnError ? undefined : known.find((chain) => chain.segment === segment))?.name ??
      `EVM chain ${segment}`,
  );
  return `${CHARTS[name].title}: ${named.join(", ")}`;
});

export default definePage("chart", ChartPage);

async function ChartPage({ query: chart }: PageProps<"chart">) {
  const [found, lag] = await Promise.all([
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
      {!(found instanceof FirnError) && <Notes {...found} />}
      {found instanceof FirnError ? (
        <Failure what="the chart" failure={failureOf(found)} />
      ) : found.series.length === 0 ? (
        <Panel label={title}>
          <EmptyState title="Nothing to draw">
            {found.missing.length > 0
              ? found.missing.map(formatMissing).join(" ")
              : "Firn indexes no EVM chain that has this chart."}
          </EmptyState>
        </Panel>
      ) : (
        <div className={STACK}>
          <SeriesStats params={chart} series={found.series} rows={found.first.rows} pace={pace} />
          <SeriesChart
            key={hrefOfChart(chart)}
            params={chart}
            {...{ series: found.series, first: found.first, path: found.path }}
            {...(lag !== undefined && { beside: <LagChart {...lag} explained /> })}
          >
            <ChainChips chart={chart} all={found.all} />
          </SeriesChart>
        </div>
      )}
    </>
  );
}

/** A line for each chain of which not all blocks are counted, and for each that is not drawn. */
function Notes({ all, series, missing }: ChartSeries) {
  return (
    <>
      {all
        .filter(({ segment }) => series.some((one) => one.segment === segment))
        .map((chain) => (
          <HistoryNote key={chain.segment} chain={chain} of="figures" named />
        ))}
      {series.length > 0 && missing.map((one) => <Note key={one.name}>{formatMissing(one)}</Note>)}
    </>
  );
}

function formatMissing({ name, reason }: ChartSeries["missing"][number]): string {
  return `${name}: ${reason}`;
}

/** Shown beside the transactions: how late their blocks come. Undefined if it could not be read. */
async function readLag() {
  const found = await toResult(api().get(getAcceptance, { params: {}, query: { chain: "p" } }));
  const summary = found instanceof FirnError ? undefined : summarizeLag(found.points);
  return found instanceof FirnError || summary === undefined ? undefined : { ...found, summary };
}
