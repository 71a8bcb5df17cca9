import type * as contract from "../../contract/metrics/chain-metrics";
import { WINDOWS, type WindowName } from "../../contract/metrics/chain-metrics";
import { METRICS, type RollingMetric } from "../../contract/metrics/metrics";
import { countDeployersSince } from "../../store/queries/evm/deployer";
import { type ChainEnd, findChainEnd, findFirstHeightFrom } from "../../store/queries/evm/figures";
import { findFirstTime, findLastBefore, listActivity, sumDaysBefore } from "../../store/queries/evm/series";
import { readActiveWindows } from "../../store/queries/evm/window";
import { activityOfRow, type ChainActivity } from "../../store/rows/chain-activity";
import type { ActiveWindowTable } from "../../store/tables/evm/activity";
import { countedTime } from "../evm/history";
import type { EvmContext, Handler } from "../handler";
import type { YieldTurn } from "../snapshot/yield-turn";
import { sum } from "../sum";
import { HOURS_PER_DAY, SECONDS_PER_HOUR } from "./chain-metrics";
import { readEdge } from "./window-edge";

export const getEvmChainRollingWindowMetrics: Handler<
  typeof contract.getEvmChainRollingWindowMetrics
> = async ({ params, readEvmSlow }) => ({
  result: await readEvmSlow(params.chainId, (context, yieldTurn) =>
    readWindows(context, params.metric, yieldTurn),
  ),
});

/** A metric in all of its windows. Without those that have blocks which are not counted. */
export async function readWindows(
  context: EvmContext,
  metric: RollingMetric,
  yieldTurn: YieldTurn,
): Promise<Partial<Record<WindowName, number | bigint>>> {
  const { db } = context;
  const end = await findChainEnd(db);
  const counted = await countedTime(context);
  const isActive = metric === "activeAddresses" || metric === "activeSenders";
  const active: Frame["active"] = isActive ? await readActiveWindows(db) : new Map();
  const result: Partial<Record<WindowName, number | bigint>> = {};
  for (const [name, seconds] of Object.entries(WINDOWS) as [WindowName, number][]) {
    if (end === undefined || end.time >= counted.to) continue;
    const frame = { db, yieldTurn, end, active, seconds, from: Math.max(0, end.time - seconds + 1) };
    if (frame.from < counted.from) continue;
    const value = await valueIn(frame, metric);
    if (value !== undefined) result[name] = value;
  }
  return result;
}

interface Frame extends Pick<EvmContext, "db"> {
  yieldTurn: YieldTurn;
  /** The newest block, at which the window ends. */
  end: ChainEnd;
  /** Distinct addresses by the length of a window; empty for metrics that do not count them. */
  active: ReadonlyMap<number, ActiveWindowTable>;
  seconds: number;
  /** First second of the window, unix seconds. */
  from: number;
}

/** Undefined where the metric does not have the window. */
async function valueIn(frame: Frame, name: RollingMetric): Promise<number | bigint | undefined> {
  const metric = METRICS[name];
  return metric.rolling === "own" ? ownValueIn(frame, name as OwnMetric) : partsValueIn(frame, metric);
}

/** Metrics with a query of their own, not added up from hours and days. */
type OwnMetric = {
  [Name in RollingMetric]: (typeof METRICS)[Name]["rolling"] extends "own" ? Name : never;
}[RollingMetric];

async function ownValueIn(frame: Frame, name: OwnMetric): Promise<number | undefined> {
  const { db, end, active, seconds, from } = frame;
  switch (name) {
    case "activeAddresses":
      return active.get(seconds)?.addresses;
    case "activeSenders":
      return active.get(seconds)?.senders;
    case "deployers":
      return from === 0
        ? sumDaysBefore(db, "new_deployers", Number.MAX_SAFE_INTEGER)
        : countDeployersSince(db, from);
    case "txCount":
      return end.tx_total - ((await findLastBefore(db, from))?.tx_total ?? 0);
    case "avgTps":
      return ((await ownValueIn(frame, "txCount")) ?? 0) / (await secondsOf(frame));
  }
}

type PartsMetric = Exclude<(typeof METRICS)[RollingMetric], { rolling: "own" }>;

async function partsValueIn(frame: Frame, metric: PartsMetric): Promise<number | bigint> {
  const parts = await listParts(frame, metric.rolling);
  if (metric.kind === "peak") return Math.max(...parts.map(metric.of));
  const total = sum(parts.map((part) => BigInt(metric.of(part))));
  if (metric.kind === "amount") return total;
  if (metric.kind === "count") return Number(total);
  const transactions = Number(sum(parts.map((part) => BigInt(part.transactions))));
  return Number(total) / (metric.per === "second" ? await secondsOf(frame) : Math.max(1, transactions));
}

/** Length of the window, even if few of its seconds had blocks. For all time: since the first block. */
async function secondsOf({ db, end, seconds }: Frame): Promise<number> {
  if (Number.isFinite(seconds)) return seconds;
  return Math.max(1, end.time - ((await findFirstTime(db)) ?? end.time));
}

const NO_END = Number.MAX_SAFE_INTEGER;
/** More days than a chain has. */
const MOST_DAYS = 100_000;

/** The window's whole days, the hours before the first of them, and the rest of an hour before those. */
async function listParts(frame: Frame, read: PartsMetric["rolling"]): Promise<ChainActivity[]> {
  const { db, yieldTurn, end, from } = frame;
  const hour = Math.ceil(from / SECONDS_PER_HOUR);
  const day = Math.ceil(hour / HOURS_PER_DAY) * HOURS_PER_DAY;
  const days = await listActivity(db, { hours: HOURS_PER_DAY, from: day, before: NO_END, limit: MOST_DAYS });
  const hours = await listActivity(db, { hours: 1, from: hour, before: day, limit: HOURS_PER_DAY });
  const parts = [...days, ...hours].map(activityOfRow);
  await yieldTurn();
  const first = await findFirstHeightFrom(db, from);
  const below = (await findFirstHeightFrom(db, hour * SECONDS_PER_HOUR)) ?? end.height + 1;
  if (first !== undefined && first < below) parts.push(await readEdge(db, { read, first, below }, yieldTurn));
  return parts;
}
