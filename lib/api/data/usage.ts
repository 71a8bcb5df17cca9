import type * as contract from "../../contract/data/usage";
import type { UsageGroup, UsageInterval, UsageValue } from "../../contract/data/usage";
import { InputError, StoreError } from "../../errors";
import { listUsage } from "../../store/queries/usage/usage";
import { addDurations, type Durations, medianOf } from "../../store/rows/durations";
import type { UsageTable } from "../../store/tables/usage";
import type { Handler, HandlerRequest } from "../handler";

const DAY = 86_400;
const DEFAULT_DAYS = 30;
/** Where the published service names an organisation. */
const ORGANISATION = "self-hosted";
/** Requests without a key. No key can be called so. */
const WITHOUT_KEY = "(none)";

export const getApiUsageMetrics: Handler<typeof contract.getApiUsageMetrics> = async (request) => {
  const { startTimestamp, endTimestamp, timeInterval, groupBy, ...filter } = request.query;
  const { manager, service } = request;
  const owner = manager?.owner;
  if (owner !== undefined && filter.apiKeyId !== undefined && filter.apiKeyId !== owner)
    throw new InputError("FORBIDDEN", "an API key is told of its own usage only", {
      hint: "leave apiKeyId out, or ask the operator of this Firn",
    });
  const now = Math.floor(service.nowMs() / 1_000);
  const before = endTimestamp === undefined ? now + 1 : startOfDay(endTimestamp);
  const from = startOfDay(startTimestamp ?? before - DEFAULT_DAYS * DAY);
  const rows = await readRows(request, { from, before, key: owner ?? keyOf(filter.apiKeyId) });
  const intervals = new Map<number, Map<string, UsageTable[]>>();
  for (const row of rows) {
    if (!passes(row, filter)) continue;
    const start = startOf(row.at, timeInterval);
    const groups = intervals.get(start) ?? new Map<string, UsageTable[]>();
    intervals.set(start, groups);
    const group = groupBy === undefined ? "" : String(groupValueOf(row, groupBy));
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  return {
    aggregateDuration: timeInterval,
    orgId: ORGANISATION,
    metrics: [...intervals]
      .sort(([a], [b]) => a - b)
      .map(([timestamp, groups]) => {
        const end = Math.min(startOf(endOf(timestamp, timeInterval), timeInterval), before);
        const seconds = Math.max(1, end - Math.max(timestamp, from));
        return {
          timestamp,
          values: [...groups.values()]
            .map((group) => presentGroup(group, { groupBy, seconds }))
            .sort((a, b) => b.totalRequests - a.totalRequests),
        };
      }),
  };
};

function startOfDay(time: number): number {
  return Math.floor(time / DAY) * DAY;
}

function keyOf(apiKeyId: string | undefined): string | undefined {
  return apiKeyId === WITHOUT_KEY ? "" : apiKeyId;
}

/** Before anything was counted there is nothing. */
async function readRows(
  { service, reading }: Pick<HandlerRequest<never>, "service" | "reading">,
  span: Parameters<typeof listUsage>[1],
): Promise<UsageTable[]> {
  try {
    return await service.usage.snapshot((db) => listUsage(db, span), reading);
  } catch (error) {
    if (error instanceof StoreError && (error.code === "STORE_ABSENT" || error.code === "STORE_OLDER"))
      return [];
    throw error;
  }
}

interface Filter {
  chainId?: string | undefined;
  responseCode?: string | undefined;
  requestType?: "data" | "rpc" | undefined;
  requestPath?: string | undefined;
}

function passes(row: UsageTable, { chainId, responseCode, requestType, requestPath }: Filter): boolean {
  return (
    (chainId === undefined || row.chain === chainId) &&
    (responseCode === undefined || String(row.status) === responseCode) &&
    (requestType === undefined || requestType === "data") &&
    (requestPath === undefined || row.route === requestPath)
  );
}

function groupValueOf({ key, route, chain, status }: UsageTable, group: UsageGroup): string | number {
  switch (group) {
    case "requestPath":
      return route;
    case "responseCode":
      return status;
    case "chainId":
      return chain;
    case "apiKeyId":
      return key === "" ? WITHOUT_KEY : key;
    case "requestType":
      return "data";
  }
}

/** When the interval of a time begins, UTC. Weeks begin on Monday. */
function startOf(time: number, interval: UsageInterval): number {
  switch (interval) {
    case "minute":
      return Math.floor(time / 60) * 60;
    case "hourly":
      return Math.floor(time / 3_600) * 3_600;
    case "daily":
      return startOfDay(time);
    case "weekly":
      // The first day of the epoch was a Thursday.
      return startOfDay(time) - ((Math.floor(time / DAY) + 3) % 7) * DAY;
    case "monthly": {
      const date = new Date(time * 1_000);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1_000;
    }
  }
}

/** A time in the interval after the one that begins at `start`. */
function endOf(start: number, interval: UsageInterval): number {
  const longest = { minute: 60, hourly: 3_600, daily: DAY, weekly: 7 * DAY, monthly: 31 * DAY };
  return start + longest[interval];
}

function presentGroup(
  rows: readonly UsageTable[],
  { groupBy, seconds }: { groupBy: UsageGroup | undefined; seconds: number },
): UsageValue {
  const durations: Durations = {};
  const sums = { requests: 0, succeeded: 0, invalid: 0, credits: 0, wasted: 0 };
  for (const { status, requests, credits, durations: more } of rows) {
    const isInvalid = status >= 400 && status < 500;
    sums.requests += requests;
    sums.succeeded += status < 400 ? requests : 0;
    sums.invalid += isInvalid ? requests : 0;
    sums.credits += credits;
    sums.wasted += isInvalid ? credits : 0;
    addDurations(durations, JSON.parse(more) as Durations);
  }
  const [first] = rows;
  return {
    groupedBy: groupBy ?? "None",
    ...(groupBy !== undefined && first !== undefined && { groupValue: groupValueOf(first, groupBy) }),
    totalRequests: sums.requests,
    requestsPerSecond: rounded(sums.requests / seconds),
    successRatePercent: rounded((100 * sums.succeeded) / sums.requests),
    medianResponseTimeMsecs: rounded(medianOf(durations)),
    invalidRequests: sums.invalid,
    apiCreditsUsed: sums.credits,
    apiCreditsWasted: sums.wasted,
  };
}

/** To four decimals. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
