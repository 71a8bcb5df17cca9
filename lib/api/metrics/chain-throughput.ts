import type * as contract from "../../contract/metrics/chain-throughput";
import type { ChainMetric } from "../../contract/metrics/metrics";
import type { RouteBody, RouteValues } from "../../contract/route";
import { findLastStoredAt } from "../../store/queries/evm/series";
import type { EvmContext, Handler } from "../handler";
import { takePage } from "../page/page";
import { listPoints } from "./chain-metrics";

const POINTS_PER_PAGE = 100;

export const getAvgTps: Handler<typeof contract.getAvgTps> = ({ params, query, readEvm }) =>
  readEvm(params.chainId, (context) => takeSeries(context, { metric: "avgTps", interval: "day", ...query }));

type AvgTps = typeof contract.getAvgTps;

/** A page of a series in the form of its older paths. @throws InputError BAD_PAGE_TOKEN */
export async function takeSeries(
  context: EvmContext,
  {
    metric,
    interval,
    from,
    to,
    pageToken,
    startKey,
  }: RouteValues<AvgTps>["query"] & { metric: ChainMetric; interval: "hour" | "day" | "week" | "month" },
): Promise<RouteBody<AvgTps>> {
  const { db, dialect, evmChainId, pageTokens } = context;
  const { rows, nextPageToken } = await takePage({
    tokens: pageTokens,
    token: pageToken ?? startKey,
    canonical: { endpoint: "series", metric, interval, evmChainId, from, to, dialect: dialect.name },
    start: to,
    pageSize: POINTS_PER_PAGE,
    list: (before, limit) => listPoints(context, metric, { interval, from: from ?? 0, before, limit }),
    cursorOf: ({ timestamp }) => timestamp,
  });
  return {
    results: rows,
    status: 200,
    ...(await readLastRun(db)),
    ...(nextPageToken === undefined ? {} : { nextPageToken }),
    ...(nextPageToken === undefined || startKey === undefined ? {} : { nextPageStartKey: nextPageToken }),
  };
}

/** When the newest block was stored, unix seconds; nothing if there is none. */
export async function readLastRun(db: EvmContext["db"]): Promise<{ lastRun?: number }> {
  const storedAtMs = await findLastStoredAt(db);
  return storedAtMs === undefined ? {} : { lastRun: Math.floor(storedAtMs / 1_000) };
}
