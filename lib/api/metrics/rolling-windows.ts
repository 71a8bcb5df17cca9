import type * as contract from "../../contract/metrics/chain-metrics";
import { WINDOWS, type WindowName } from "../../contract/metrics/chain-metrics";
import { countDeployersSince } from "../../store/queries/evm/deployer";
import { type ChainEnd, findChainEnd, findFirstHeightFrom } from "../../store/queries/evm/figures";
import { findFirstTime, findLastBefore, listActivity, sumDaysBefore } from "../../store/queries/evm/series";
import { readActiveWindow } from "../../store/queries/evm/window";
import { amountOf } from "../../store/rows/columns";
import type { ChainActivityTable } from "../../store/tables/evm/chain-activity";
import type { EvmContext, Handler } from "../handler";
import type { Step } from "../snapshot/steps";
import { HOURS_PER_DAY, ofRow, SECONDS_PER_HOUR } from "./chain-metrics";
import { readEdge } from "./window-edge";

export const getEvmChainRollingWindowMetrics: Handler<
  typeof contract.getEvmChainRollingWindowMetrics
> = async ({ params, readEvmApart }) => ({
  result: await readEvmApart(params.chainId, (context, step) => readWindows(context, params.metric, step)),
});

/** A metric in every window that it is given in. */
export async function readWindows(
  { db }: EvmContext,
  metric: contract.RollingMetric,
  step: Step,
): Promise<Partial<Record<WindowName, number | bigint>>> {
  const end = await findChainEnd(db);
  const result: Partial<Record<WindowName, number | bigint>> = {};
  for (const [name, seconds] of Object.entries(WINDOWS) as [WindowName, number][]) {
    const frame = end && { db, step, end, seconds, from: Math.max(0, end.time - seconds + 1) };
    const value =
      frame &&
      (metric === "feesPaid"
        ? sumAmounts(await listParts(frame, metric), "fees")
        : await valueIn(frame, metric));
    if (value !== undefined) result[name] = value;
  }
  return result;
}

interface Frame extends Pick<EvmContext, "db"> {
  step: Step;
  /** The newest block, with which it ends. */
  end: ChainEnd;
  seconds: number;
  /** Its first second, unix seconds. */
  from: number;
}

/** Undefined where it is not given. */
async function valueIn(
  frame: Frame,
  metric: Exclude<contract.RollingMetric, "feesPaid">,
): Promise<number | undefined> {
  const { db, end, seconds, from } = frame;
  switch (metric) {
    case "activeAddresses":
      return (await readActiveWindow(db, seconds))?.addresses;
    case "activeSenders":
      return (await readActiveWindow(db, seconds))?.senders;
    case "deployers":
      return from === 0
        ? sumDaysBefore(db, "new_deployers", Number.MAX_SAFE_INTEGER)
        : countDeployersSince(db, from);
    case "txCount":
      return end.tx_total - ((await findLastBefore(db, from))?.tx_total ?? 0);
    case "avgTps":
      return ((await valueIn(frame, "txCount")) ?? 0) / (await secondsOf(frame));
    case "avgGps":
      return sumOf(await listParts(frame, metric), ({ gas }) => gas) / (await secondsOf(frame));
    case "gasUsed":
    case "contracts":
      return sumOf(await listParts(frame, metric), (part) => ofRow(metric, part));
    case "avgGasPrice": {
      const parts = await listParts(frame, metric);
      const transactions = sumOf(parts, (part) => part.transactions);
      return Number(sumAmounts(parts, "gas_prices")) / Math.max(1, transactions);
    }
    case "maxTps":
    case "maxGps":
    case "maxGasPrice":
      return Math.max(...(await listParts(frame, metric)).map((part) => ofRow(metric, part)));
  }
}

/** The window's, however little of it had blocks; of all time since the first one. */
async function secondsOf({ db, end, seconds }: Frame): Promise<number> {
  if (Number.isFinite(seconds)) return seconds;
  return Math.max(1, end.time - ((await findFirstTime(db)) ?? end.time));
}

const NO_END = Number.MAX_SAFE_INTEGER;
/** Days that a chain may have. */
const MOST_DAYS = 100_000;

/** A window's days, the hours before the first of them, and what of an hour is before those. */
async function listParts(frame: Frame, metric: contract.RollingMetric): Promise<ChainActivityTable[]> {
  const { db, step, end, from } = frame;
  const hour = Math.ceil(from / SECONDS_PER_HOUR);
  const day = Math.ceil(hour / HOURS_PER_DAY) * HOURS_PER_DAY;
  const parts = await listActivity(db, { hours: HOURS_PER_DAY, from: day, before: NO_END, limit: MOST_DAYS });
  parts.push(...(await listActivity(db, { hours: 1, from: hour, before: day, limit: HOURS_PER_DAY })));
  await step();
  const first = await findFirstHeightFrom(db, from);
  const below = (await findFirstHeightFrom(db, hour * SECONDS_PER_HOUR)) ?? end.height + 1;
  if (first !== undefined && first < below) parts.push(await readEdge(db, { metric, first, below }, step));
  return parts;
}

function sumOf(parts: readonly ChainActivityTable[], of: (part: ChainActivityTable) => number): number {
  return parts.reduce((sum, part) => sum + of(part), 0);
}

function sumAmounts(parts: readonly ChainActivityTable[], column: "fees" | "gas_prices"): bigint {
  return parts.reduce((sum, part) => sum + amountOf(part[column]), 0n);
}
