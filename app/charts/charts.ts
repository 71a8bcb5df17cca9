import { readEvmChains } from "@/app/[chain]/evm-chain";
import { api } from "@/app/server";
import { CHARTS, type ChartParams } from "@/components/chart/chart-params";
import type { PointPage, Series } from "@/components/chart/series";
import type { EvmChain } from "@/components/evm/chain";
import { getEvmChainMetrics } from "@/lib/contract/metrics/chain-metrics";
import { getAvgTps } from "@/lib/contract/metrics/chain-throughput";
import { fillRoute } from "@/lib/contract/route";

/** The first page of every chain a chart shows, and all chains it could show. @throws FirnError */
export async function readSeries(params: ChartParams): Promise<{ all: EvmChain[]; series: Series[] }> {
  const all = await readEvmChains();
  const wanted = all.filter(({ segment }) => params.chains?.includes(segment) ?? true);
  const series = await Promise.all(
    wanted.map(async ({ segment, name, tag, evmChainId }) => {
      const { path, read } = openPoints(evmChainId, params);
      return { segment, name, tag, path, first: await readSpan(read, params.span) };
    }),
  );
  return { all, series };
}

/** Points of the newest pages, until they fill the span. */
async function readSpan(read: (token?: string) => Promise<PointPage>, span: number): Promise<PointPage> {
  let page = await read();
  while (page.nextPageToken !== undefined && page.results.length < span) {
    const older = await read(page.nextPageToken);
    page = { results: [...page.results, ...older.results], nextPageToken: older.nextPageToken };
  }
  return { results: page.results, nextPageToken: page.nextPageToken };
}

/** How the points of a chain are had, page by page. */
function openPoints(chainId: string, { name, step, to }: ChartParams) {
  const chart: (typeof CHARTS)[keyof typeof CHARTS] = CHARTS[name];
  if ("metric" in chart) {
    const { metric } = chart;
    const query = { timeInterval: step, pageSize: 100, ...(to !== undefined && { endTimestamp: to - 1 }) };
    const request = { params: { chainId, metric }, query };
    return {
      path: fillRoute(getEvmChainMetrics, request),
      read: (pageToken?: string): Promise<PointPage> =>
        api().get(getEvmChainMetrics, { ...request, query: { ...query, pageToken } }),
    };
  }
  const query = to === undefined ? {} : { to };
  return {
    path: fillRoute(getAvgTps, { params: { chainId }, query }),
    read: (pageToken?: string): Promise<PointPage> =>
      api().get(getAvgTps, { params: { chainId }, query: { ...query, pageToken } }),
  };
}
