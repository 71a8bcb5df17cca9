import type * as contract from "../../contract/metrics/chain-metrics";
import { DAILY_METRICS } from "../../contract/metrics/chain-metrics";
import { InputError } from "../../errors";
import {
  type ChainDay,
  type Cumulated,
  listActivePeriods,
  listActivity,
  listDays,
  sumDaysBefore,
} from "../../store/queries/evm/series";
import { amountOf, PERIOD_UNIT } from "../../store/rows/columns";
import type { ChainActivityTable } from "../../store/tables/evm/chain-activity";
import type { EvmContext, Handler } from "../handler";
import { takePage } from "../page/page";

export const getEvmChainMetrics: Handler<typeof contract.getEvmChainMetrics> = ({
  params,
  query,
  readEvm,
}) => {
  refuseInterval(params.metric, query.timeInterval);
  return readEvm(params.chainId, async (context) => {
    const { startTimestamp = 0, endTimestamp, timeInterval } = query;
    const page = await takePage({
      tokens: context.pageTokens,
      token: query.pageToken,
      canonical: {
        endpoint: "chain metrics",
        evmChainId: context.evmChainId,
        metric: params.metric,
        timeInterval,
        startTimestamp,
        endTimestamp,
        dialect: context.dialect.name,
      },
      start: endTimestamp,
      pageSize: query.pageSize,
      list: (before, limit) =>
        listPoints(context, params.metric, { interval: timeInterval, from: startTimestamp, before, limit }),
      cursorOf: ({ timestamp }) => timestamp,
    });
    return {
      ...(page.nextPageToken === undefined ? {} : { nextPageToken: page.nextPageToken }),
      results: page.rows,
    };
  });
};

type Interval = "hour" | "day" | "week" | "month";

/** @throws InputError BAD_PARAMETER */
export function refuseInterval(metric: contract.ChainMetric, interval: Interval): void {
  const daily: readonly string[] = DAILY_METRICS;
  const known = daily.includes(metric) ? ["day"] : ["hour", "day", "week", "month"];
  if (known.includes(interval)) return;
  throw new InputError(
    "BAD_PARAMETER",
    `timeInterval of ${metric} must be ${known.join(" or ")}, not ${interval}`,
  );
}

/** The points of a series that are wanted. */
interface Wanted {
  interval: Interval;
  /** Intervals that begin at or after this, and before that, unix seconds. */
  from: number;
  before: number | undefined;
  limit: number;
}

interface Point {
  timestamp: number;
  value: number | bigint;
}

export const SECONDS_PER_HOUR = 3_600;
export const HOURS_PER_DAY = 24;

/** Points of a series, newest first. */
export async function listPoints(
  { db }: EvmContext,
  metric: contract.ChainMetric,
  wanted: Wanted,
): Promise<Point[]> {
  const { interval, from, before, limit } = wanted;
  if (metric === "avgTps" || metric === "cumulativeTxCount") {
    const days = await listDays(db, { from, before, limit });
    return days.map((day) => ({ timestamp: day.start, value: ofDay(metric, day) }));
  }
  if (interval === "week" || interval === "month") return listSums({ db }, metric, wanted);
  const rows = await listActivity(db, {
    hours: interval === "hour" ? 1 : HOURS_PER_DAY,
    from: Math.ceil(from / SECONDS_PER_HOUR),
    before: before === undefined ? Number.MAX_SAFE_INTEGER : Math.ceil(before / SECONDS_PER_HOUR),
    limit,
  });
  const [newest, oldest] = [rows[0], rows.at(-1)];
  if (newest === undefined || oldest === undefined) return [];
  if (isCumulative(metric)) {
    return addUp(rows, metric, await sumDaysBefore(db, CUMULATED[metric], oldest.start_hour));
  }
  const days =
    metric === "avgGps"
      ? await listDays(db, { from: startOf(oldest), before: startOf(newest) + 1, limit: rows.length })
      : [];
  const seconds = new Map(days.map((day) => [day.start, day.seconds]));
  return rows.map((row) => ({
    timestamp: startOf(row),
    value: figureOf(row, metric, seconds.get(startOf(row)) ?? 1),
  }));
}

/** `seconds`: those of the day. */
function figureOf(
  row: ChainActivityTable,
  metric: RowMetric | "avgGps" | "feesPaid",
  seconds: number,
): number | bigint {
  if (metric === "feesPaid") return amountOf(row.fees);
  return metric === "avgGps" ? row.gas / seconds : ofRow(metric, row);
}

function ofDay(metric: "avgTps" | "cumulativeTxCount", { transactions, seconds, total }: ChainDay): number {
  return metric === "avgTps" ? transactions / seconds : total;
}

function startOf({ start_hour }: Pick<ChainActivityTable, "start_hour">): number {
  return start_hour * SECONDS_PER_HOUR;
}

/** Sums over the days from the first one on. */
const CUMULATED = {
  cumulativeAddresses: "new_addresses",
  cumulativeContracts: "contracts",
  cumulativeDeployers: "new_deployers",
} as const satisfies Partial<Record<contract.ChainMetric, Cumulated>>;
type CumulativeMetric = keyof typeof CUMULATED;

function isCumulative(metric: contract.ChainMetric): metric is CumulativeMetric {
  return metric in CUMULATED;
}

/** What a row tells by itself, as a number. */
type RowMetric = Exclude<
  contract.ChainMetric,
  "avgTps" | "cumulativeTxCount" | "avgGps" | "feesPaid" | CumulativeMetric
>;

/** The figure of an hour or a day. */
export function ofRow(metric: RowMetric, row: ChainActivityTable): number {
  switch (metric) {
    case "txCount":
      return row.transactions;
    case "gasUsed":
      return row.gas;
    case "activeAddresses":
      return row.addresses;
    case "activeSenders":
      return row.senders;
    case "contracts":
      return row.contracts;
    case "deployers":
      return row.deployers;
    case "avgGasPrice":
      return Number(amountOf(row.gas_prices)) / Math.max(1, row.transactions);
    case "maxGasPrice":
      return Number(amountOf(row.max_gas_price));
    case "maxTps":
      return (row.peak_transactions * 1_000) / row.peak_transactions_ms;
    case "maxGps":
      return (row.peak_gas * 1_000) / row.peak_gas_ms;
  }
}

/** Sums up to the end of each day, newest first; contracts are counted up to its beginning. `before`: of earlier days. */
function addUp(rows: readonly ChainActivityTable[], metric: CumulativeMetric, before: number): Point[] {
  let sum = before;
  const points = rows.toReversed().map((row) => {
    const atBeginning = sum;
    sum += row[CUMULATED[metric]];
    return { timestamp: startOf(row), value: metric === "cumulativeContracts" ? atBeginning : sum };
  });
  return points.reverse();
}

/** The most days a week or a month has. */
const DAYS = { week: 7, month: 31 } as const;

/** Weeks or months: summed over their days, but distinct addresses, which are counted. */
async function listSums(
  { db }: Pick<EvmContext, "db">,
  metric: contract.ChainMetric,
  { interval, from, before, limit }: Wanted,
): Promise<Point[]> {
  const unit = interval === "week" ? "week" : "month";
  const first = nextBeginning(from, unit);
  const hours = {
    from: first / SECONDS_PER_HOUR,
    before: before === undefined ? Number.MAX_SAFE_INTEGER : nextBeginning(before, unit) / SECONDS_PER_HOUR,
  };
  if (metric === "activeAddresses" || metric === "activeSenders") {
    const periods = await listActivePeriods(db, PERIOD_UNIT[unit], { ...hours, limit });
    return periods.map((period) => ({
      timestamp: startOf(period),
      value: metric === "activeSenders" ? period.senders : period.addresses,
    }));
  }
  const rows = await listActivity(db, {
    ...{ hours: HOURS_PER_DAY, ...hours },
    limit: (limit + 1) * DAYS[unit],
  });
  const sums = new Map<number, number>();
  for (const row of rows) {
    const beginning = beginningOf(startOf(row), unit);
    const value = metric === "gasUsed" ? row.gas : row.transactions;
    sums.set(beginning, (sums.get(beginning) ?? 0) + value);
  }
  return [...sums].slice(0, limit).map(([timestamp, value]) => ({ timestamp, value }));
}

/** Unix seconds, a little before a `Date` has no more. */
const CALENDAR_END = 8.6e12;

/** When the week (from Monday) or the month around a time begins, unix seconds. */
function beginningOf(time: number, unit: keyof typeof DAYS): number {
  const date = new Date(time * 1_000);
  const day = unit === "week" ? date.getUTCDate() - ((date.getUTCDay() + 6) % 7) : 1;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day) / 1_000;
}

/** The first beginning at or after a time; no time is later than `CALENDAR_END`. */
function nextBeginning(given: number, unit: keyof typeof DAYS): number {
  const time = Math.min(given, CALENDAR_END);
  const beginning = beginningOf(time, unit);
  return beginning >= time ? beginning : beginningOf(beginning + (DAYS[unit] + 1) * 86_400, unit);
}
