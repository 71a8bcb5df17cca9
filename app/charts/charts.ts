import { readEvmChains } from "@/app/[chain]/evm-chain";
import { api, readStatus, toResult } from "@/app/server";
import { CHARTS, type ChartKind, type ChartParams, queryOfChart } from "@/components/chart/chart-params";
import { STEP_SECONDS } from "@/components/chart/chart-time";
import { isLevel } from "@/components/chart/level";
import {
  mergeSeries,
  type PointPage,
  reachOf,
  type Series,
  type SeriesPage,
} from "@/components/chart/series";
import type { PaceSpan } from "@/components/chart/series-stats";
import type { EvmChain } from "@/components/evm/chain";
import { getPace } from "@/lib/contract/firn/pace";
import type { PartHistory } from "@/lib/contract/firn/status";
import { getEvmChainMetrics } from "@/lib/contract/metrics/chain-metrics";
import { getAvgTps } from "@/lib/contract/metrics/chain-throughput";
import { hrefTo } from "@/lib/contract/pages";
import type { RouteBody } from "@/lib/contract/route";
import { describeError, FirnError } from "@/lib/errors";
import { formatDate } from "@/lib/words/format";
import { upperFirst } from "@/lib/words/sentence";

/** What a chart shows. */
export interface ChartSeries {
  /** All chains that it could show. */
  all: EvmChain[];
  series: Series[];
  /** Chains that were asked for and have nothing to show, with the reason. */
  missing: { name: string; reason: string }[];
  /** The newest rows of `series`, enough for the chart's span. */
  first: SeriesPage;
  /** Path of its pages on this origin. */
  path: string;
}

/** The first rows of a chart. A chain that cannot be read is missing, the others are shown. @throws FirnError if none can */
export async function readSeries(params: ChartParams): Promise<ChartSeries> {
  const { only }: ChartKind = CHARTS[params.name];
  const known = await readEvmChains();
  const all = known.filter(({ segment }) => only === undefined || segment === only);
  const wanted = all.filter(({ segment }) => params.chains?.includes(segment) ?? true);
  const tried = await Promise.all(
    wanted.map(async (chain) => ({
      chain,
      page: await toResult(readSpan(openPoints(chain.evmChainId, params), params)),
    })),
  );
  const pages: Record<string, PointPage> = {};
  const series: Series[] = [];
  const missing = absentChains(params, known);
  for (const { chain, page } of tried) {
    const { segment, name, tag, evmChainId, history } = chain;
    const counted = history && countedOf(history);
    if (page instanceof FirnError) {
      if (tried.every((one) => one.page instanceof FirnError)) throw page;
      missing.push({ name, reason: `could not be read. ${upperFirst(describeError(page))}` });
    } else if (page.results.length === 0) missing.push({ name, reason: describeNothing(params, history) });
    else {
      pages[segment] = page;
      series.push({
        segment,
        evmChainId,
        name,
        tag,
        ...(counted && { counted }),
      });
    }
  }
  const chains = series.map(({ segment }) => segment);
  const query = queryOfChart({ ...params, chains });
  return {
    all,
    series,
    missing,
    first: mergeSeries(pages),
    path: hrefTo("chartPoints", { metric: params.name }, query),
  };
}

/** Rows older than a time, of exactly the chains in `params`. @throws FirnError */
export async function readOlderRows(params: ChartParams, before: number): Promise<SeriesPage> {
  const chains = (await readEvmChains()).filter(({ segment }) => params.chains?.includes(segment) ?? true);
  const pages = await Promise.all(
    chains.map(async ({ segment, evmChainId }) => [
      segment,
      await openPoints(evmChainId, { ...params, to: before })(),
    ]),
  );
  return mergeSeries(Object.fromEntries(pages));
}

/** Chains of the address that the chart does not have. */
function absentChains(
  { name, chains = [] }: ChartParams,
  known: readonly EvmChain[],
): ChartSeries["missing"] {
  const { only, title }: ChartKind = CHARTS[name];
  return chains.flatMap((segment) => {
    const chain = known.find((one) => one.segment === segment);
    if (chain === undefined) return [{ name: `EVM chain ${segment}`, reason: "not indexed here." }];
    if (only === undefined || segment === only) return [];
    const has = known.find((one) => one.segment === only)?.name ?? "another chain";
    return [{ name: chain.name, reason: `“${title}” exists for ${has} only.` }];
  });
}

/** Why a chain has no point in a chart. */
function describeNothing({ step, to }: ChartParams, history: PartHistory | undefined): string {
  const range = to === undefined ? "" : ` before ${formatDate(to * 1000)}`;
  return history === undefined
    ? `no block${range}.`
    : `Firn has not counted every block of any ${step}${range}.`;
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
async function readSpan(read: ReadPoints, { span, step }: ChartParams): Promise<PointPage> {
  let page = await read();
  while (page.nextPageToken !== undefined && reachOf(page.results, STEP_SECONDS[step]) < span) {
    const older = await read(page.nextPageToken);
    page = { results: [...page.results, ...older.results], nextPageToken: older.nextPageToken };
  }
  return page;
}

type ReadPoints = (pageToken?: string) => Promise<PointPage>;

/** Reads the points of a chain page by page. */
function openPoints(chainId: string, { name, step, to }: ChartParams): ReadPoints {
  const chart: (typeof CHARTS)[keyof typeof CHARTS] = CHARTS[name];
  if ("metric" in chart) {
    const params = { chainId, metric: chart.metric };
    const query = { timeInterval: step, pageSize: 100, ...(to !== undefined && { endTimestamp: to - 1 }) };
    return async (pageToken) =>
      asPoints(await api().get(getEvmChainMetrics, { params, query: { ...query, pageToken } }));
  }
  const query = to === undefined ? {} : { to };
  return async (pageToken) =>
    asPoints(await api().get(getAvgTps, { params: { chainId }, query: { ...query, pageToken } }));
}

/** A chart needs a figure as a number. */
function asPoints({ results, nextPageToken }: RouteBody<typeof getEvmChainMetrics>): PointPage {
  return {
    results: results.map(({ value, timestamp }) => ({ value: Number(value), timestamp })),
    nextPageToken,
  };
}
