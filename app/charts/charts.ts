import { readEvmChains } from "@/app/[chain]/evm-chain";
import { api, readStatus, toResult } from "@/app/server";
import { CHARTS, type ChartKind, type ChartParams } from "@/components/chart/chart-params";
import { isLevel } from "@/components/chart/level";
import type { PointPage, Series } from "@/components/chart/series";
import type { PaceSpan } from "@/components/chart/series-stats";
import type { EvmChain } from "@/components/evm/chain";
import { getPace } from "@/lib/contract/firn/pace";
import type { PartHistory } from "@/lib/contract/firn/status";
import { getEvmChainMetrics } from "@/lib/contract/metrics/chain-metrics";
import { getAvgTps } from "@/lib/contract/metrics/chain-throughput";
import { fillRoute, type RouteBody } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";

/** The first page of every chain on a chart, and all chains it could show. @throws FirnError */
export async function readSeries(params: ChartParams): Promise<{ all: EvmChain[]; series: Series[] }> {
  const { only }: ChartKind = CHARTS[params.name];
  const all = (await readEvmChains()).filter(({ segment }) => only === undefined || segment === only);
  const wanted = all.filter(({ segment }) => params.chains?.includes(segment) ?? true);
  const series = await Promise.all(
    wanted.map(async ({ segment, name, tag, evmChainId, history }) => {
      const { path, read } = openPoints(evmChainId, params);
      const counted = history && countedOf(history);
      const first = await readSpan(read, params.span);
      return { segment, evmChainId, name, tag, path, first, ...(counted && { counted }) };
    }),
  );
  return { all, series };
}

function countedOf({ countedSince: from, countedBefore: before }: PartHistory): Series["counted"] {
  return { from, ...(before !== undefined && { before }) };
}

/**
 * Transactions of some EVM chains in time spans that end now, by the wall clock. Empty if they cannot be counted, or if
 * a chain is not indexed up to now.
 */
export async function readPace(chainIds: readonly string[]): Promise<PaceSpan[]> {
  const status = await readStatus();
  if (status instanceof FirnError || !chainIds.every((chainId) => isLevel(status, chainId))) return [];
  const query = { at: Math.floor(Date.now() / 1000) };
  const together = await toResult(
    Promise.all(chainIds.map((chainId) => api().get(getPace, { params: { chainId }, query }))),
  );
  if (together instanceof FirnError) return [];
  const [first, ...others] = together;
  // Long spans are missing where a chain's history begins in the middle.
  const known = (first?.spans ?? []).filter((_, index) => others.every(({ spans }) => spans[index]));
  return known.map(({ seconds, transactions }, index) => ({
    seconds,
    transactions: others.reduce((sum, { spans }) => sum + (spans[index]?.transactions ?? 0), transactions),
  }));
}

/** Points of the newest pages, until they fill the time span. */
async function readSpan(read: (token?: string) => Promise<PointPage>, span: number): Promise<PointPage> {
  let page = await read();
  while (page.nextPageToken !== undefined && page.results.length < span) {
    const older = await read(page.nextPageToken);
    page = { results: [...page.results, ...older.results], nextPageToken: older.nextPageToken };
  }
  return { results: page.results, nextPageToken: page.nextPageToken };
}

/** Reads the points of a chain page by page. */
function openPoints(chainId: string, { name, step, to }: ChartParams) {
  const chart: (typeof CHARTS)[keyof typeof CHARTS] = CHARTS[name];
  if ("metric" in chart) {
    const { metric } = chart;
    const query = { timeInterval: step, pageSize: 100, ...(to !== undefined && { endTimestamp: to - 1 }) };
    const request = { params: { chainId, metric }, query };
    return {
      path: fillRoute(getEvmChainMetrics, request),
      read: async (pageToken?: string) =>
        asPoints(await api().get(getEvmChainMetrics, { ...request, query: { ...query, pageToken } })),
    };
  }
  const query = to === undefined ? {} : { to };
  return {
    path: fillRoute(getAvgTps, { params: { chainId }, query }),
    read: async (pageToken?: string) =>
      asPoints(await api().get(getAvgTps, { params: { chainId }, query: { ...query, pageToken } })),
  };
}

/** A chart needs a figure as a number. */
function asPoints({ results, nextPageToken }: RouteBody<typeof getEvmChainMetrics>): PointPage {
  return {
    results: results.map(({ value, timestamp }) => ({ value: Number(value), timestamp })),
    nextPageToken,
  };
}
