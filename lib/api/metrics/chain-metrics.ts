import type * as contract from "../../contract/metrics/chain-metrics";
import { type ChainMetric, METRICS, type Metric } from "../../contract/metrics/metrics";
import { InputError } from "../../errors";
import { listActivePeriods, listActivity, listDays, sumDaysBefore } from "../../store/queries/evm/series";
import { activityOfRow } from "../../store/rows/chain-activity";
import { PERIOD_UNIT } from "../../store/rows/columns";
import type { ChainActivityTable } from "../../store/tables/evm/activity";
import { countedTime, requireWhole } from "../evm/history";
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

export type Interval = "hour" | "day" | "week" | "month";

/** @throws InputError BAD_PARAMETER */
export function refuseInterval(name: ChainMetric, interval: Interval): void {
  const metric: Metric = METRICS[name];
  const known = "intervals" in metric ? ["hour", "day", "week", "month"] : ["day"];
  if (known.includes(interval)) return;
  throw new InputError(
    "BAD_PARAMETER",
    `timeInterval of ${name} must be ${known.join(" or ")}, not ${interval}`,
  );
}

/** Which points of a series to list. */
interface SeriesRequest {
  interval: Interval;
  /** Only intervals that begin at or after `from` and before `to`, unix seconds. */
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
  context: EvmContext,
  name: ChainMetric,
  wanted: SeriesRequest,
): Promise<Point[]> {
  const { db } = context;
  const metric: Metric = METRICS[name];
  if (metric.kind === "cumulative" || name === "cumulativeTxCount")
    requireWhole(context, "cumulative metrics");
  const request = await countedOnly(context, wanted);
  const { interval, from, before, limit } = request;
  if (metric.kind === "day") {
    const days = await listDays(db, { from, before, limit });
    return days.map((day) => ({ timestamp: day.start, value: metric.of(day) }));
  }
  if (interval === "week" || interval === "month") return listSums({ db }, metric, { ...request, interval });
  const rows = await listActivity(db, {
    hours: interval === "hour" ? 1 : HOURS_PER_DAY,
    from: Math.ceil(from / SECONDS_PER_HOUR),
    before: before === undefined ? Number.MAX_SAFE_INTEGER : Math.ceil(before / SECONDS_PER_HOUR),
    limit,
  });
  const newest = rows[0];
  const oldest = rows.at(-1);
  if (newest === undefined || oldest === undefined) return [];
  if (metric.kind === "cumulative") {
    return addUp(rows, metric, await sumDaysBefore(db, metric.column, oldest.start_hour));
  }
  const days =
    metric.kind === "mean" && metric.per === "second"
      ? await listDays(db, { from: startOf(oldest), before: startOf(newest) + 1, limit: rows.length })
      : [];
  const seconds = new Map(days.map((day) => [day.start, day.seconds]));
  return rows.map((row) => ({
    timestamp: startOf(row),
    value: valueIn(metric, row, seconds.get(startOf(row)) ?? 1),
  }));
}

/** The request without intervals that are not counted from their first second to their last. */
async function countedOnly(context: EvmContext, request: SeriesRequest): Promise<SeriesRequest> {
  const counted = await countedTime(context);
  if (counted.to === Number.POSITIVE_INFINITY)
    return { ...request, from: Math.max(request.from, counted.from) };
  const { interval, from, before = Number.MAX_SAFE_INTEGER } = request;
  const end =
    interval === "week" || interval === "month"
      ? beginningOf(counted.to, interval)
      : counted.to - (counted.to % SECONDS[interval]);
  return { ...request, from: Math.max(from, counted.from), before: Math.min(before, end) };
}

const SECONDS = { hour: SECONDS_PER_HOUR, day: SECONDS_PER_HOUR * HOURS_PER_DAY };

type Cumulative = Extract<Metric, { kind: "cumulative" }>;

/** The metric of an hour or a day that lasts `seconds`. */
function valueIn(
  metric: Exclude<Metric, { kind: "day" | "cumulative" }>,
  row: ChainActivityTable,
  seconds: number,
): number | bigint {
  if (metric.kind === "distinct") return row[metric.column];
  const value = metric.of(activityOfRow(row));
  if (metric.kind !== "mean") return value;
  return Number(value) / (metric.per === "second" ? seconds : Math.max(1, row.transactions));
}

function startOf({ start_hour }: Pick<ChainActivityTable, "start_hour">): number {
  return start_hour * SECONDS_PER_HOUR;
}

/** Running totals by day, newest first. `before`: the total of earlier days. */
function addUp(rows: readonly ChainActivityTable[], { column, to }: Cumulative, before: number): Point[] {
  let sum = before;
  const points = rows.toReversed().map((row) => {
    const atBeginning = sum;
    sum += row[column];
    return { timestamp: startOf(row), value: to === "beginning" ? atBeginning : sum };
  });
  return points.reverse();
}

/** Most days in a week or a month. */
const DAYS = { week: 7, month: 31 } as const;

/** Weeks or months: sums over their days, or a new count where a metric counts distinct things. */
async function listSums(
  { db }: Pick<EvmContext, "db">,
  metric: Metric,
  { interval: unit, from, before, limit }: SeriesRequest & { interval: keyof typeof DAYS },
): Promise<Point[]> {
  const first = nextBeginning(from, unit);
  const hours = {
    from: first / SECONDS_PER_HOUR,
    before: before === undefined ? Number.MAX_SAFE_INTEGER : nextBeginning(before, unit) / SECONDS_PER_HOUR,
  };
  if (metric.kind === "distinct" && metric.column !== "deployers") {
    const periods = await listActivePeriods(db, PERIOD_UNIT[unit], { ...hours, limit });
    return periods.map((period) => ({ timestamp: startOf(period), value: period[metric.column] }));
  }
  if (metric.kind !== "count") throw new Error(`${metric.kind} metrics are daily: call refuseInterval first`);
  const rows = await listActivity(db, {
    hours: HOURS_PER_DAY,
    ...hours,
    limit: (limit + 1) * DAYS[unit],
  });
  const sums = new Map<number, number>();
  for (const row of rows) {
    const beginning = beginningOf(startOf(row), unit);
    sums.set(beginning, (sums.get(beginning) ?? 0) + metric.of(activityOfRow(row)));
  }
  return [...sums].slice(0, limit).map(([timestamp, value]) => ({ timestamp, value }));
}

/** Unix seconds, just below the largest time of a `Date`. */
const CALENDAR_END = 8.6e12;

/** When the week (from Monday) or the month of a time begins, unix seconds. */
function beginningOf(time: number, unit: keyof typeof DAYS): number {
  const date = new Date(time * 1_000);
  const day = unit === "week" ? date.getUTCDate() - ((date.getUTCDay() + 6) % 7) : 1;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day) / 1_000;
}

/** When the interval of a time begins, unix seconds. */
export function beginningOfInterval(time: number, interval: Interval): number {
  if (interval === "week" || interval === "month") return beginningOf(time, interval);
  return time - (time % SECONDS[interval]);
}

/** When the interval after that of a time begins, unix seconds. */
export function nextInterval(time: number, interval: Interval): number {
  const beginning = beginningOfInterval(time, interval);
  if (interval === "hour" || interval === "day") return beginning + SECONDS[interval];
  return nextBeginning(beginning + 1, interval);
}

/** First beginning at or after a time, at most `CALENDAR_END`. */
function nextBeginning(given: number, unit: keyof typeof DAYS): number {
  const time = Math.min(given, CALENDAR_END);
  const beginning = beginningOf(time, unit);
  return beginning >= time ? beginning : beginningOf(beginning + (DAYS[unit] + 1) * 86_400, unit);
}
