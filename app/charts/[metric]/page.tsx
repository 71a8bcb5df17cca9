import { readEvmChains } from "@/app/[chain]/evm-chain";
import { readPace, readSeries } from "@/app/charts/charts";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { api, failureOf, toResult } from "@/app/server";
import { ChainChips } from "@/components/chart/chain-chips";
import { ChartNav } from "@/components/chart/chart-nav";
import { CHART_QUERY, CHARTS, hrefOfChart } from "@/components/chart/chart-params";
import { summarizeLag } from "@/components/chart/lag";
import { LagChart } from "@/components/chart/lag-chart";
import { SeriesChart } from "@/components/chart/series-chart";
import { SeriesStats } from "@/components/chart/series-stats";
import type { EvmChain } from "@/components/evm/chain";
import { HistoryNote } from "@/components/evm/history-note";
import { CsvLink } from "@/components/list/csv-link";
import { Failure } from "@/components/state/failure";
import { EmptyState } from "@/components/state/state";
import { CopyLink } from "@/components/ui/copy-link";
import { STACK } from "@/components/ui/layout";
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
      {!(found instanceof FirnError) && <HistoryNotes {...found} />}
      {found instanceof FirnError ? (
        <Failure what="the chart" failure={failureOf(found)} />
      ) : found.series.every(({ first }) => first.results.length === 0) ? (
        <Panel label={title}>
          <EmptyState title="Nothing to draw">
            {missingChains(chart, found.all).length > 0
              ? `${formatMissing(missingChains(chart, found.all))} not indexed here.`
              : found.series.some(({ counted }) => counted !== undefined)
                ? `Firn has not counted every block of any ${chart.step} in this range.`
                : "No EVM chain that Firn indexes has a block in this range."}
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

/** Chains of the address that Firn does not index. */
function missingChains({ chains = [] }: PageProps<"chart">["query"], all: readonly EvmChain[]): string[] {
  return chains.filter((name) => all.every(({ segment }) => segment !== name));
}

function formatMissing(chains: readonly string[]): string {
  return chains.length === 1 ? `EVM chain ${chains[0]} is` : `EVM chains ${chains.join(", ")} are`;
}

/** A line for each drawn chain of which not all blocks are counted. */
function HistoryNotes({ all, series }: Awaited<ReturnType<typeof readSeries>>) {
  return all
    .filter(({ segment }) => series.some((one) => one.segment === segment))
    .map((chain) => <HistoryNote key={chain.segment} chain={chain} of="figures" named />);
}

/** Shown beside the transactions: how late their blocks come. Undefined if it could not be read. */
async function readLag() {
  const found = await toResult(api().get(getAcceptance, { params: {}, query: { chain: "p" } }));
  const summary = found instanceof FirnError ? undefined : summarizeLag(found.points);
  return found instanceof FirnError || summary === undefined ? undefined : { ...found, summary };
}
