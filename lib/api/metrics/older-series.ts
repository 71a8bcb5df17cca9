import {
  OLDER_SERIES,
  OLDER_WINDOWS,
  type OlderSeries,
  type OlderWindows,
} from "../../contract/metrics/older-series";
import type { Handler } from "../handler";
import { refuseInterval } from "./chain-metrics";
import { readLastRun, takeSeries } from "./chain-throughput";
import { readWindows } from "./rolling-windows";

export const OLDER_SERIES_HANDLERS = handlersOf(
  OLDER_SERIES,
  ({ metric }): Handler<OlderSeries> =>
    async ({ params, query, readEvm }) => {
      refuseInterval(metric, query.interval);
      return readEvm(params.chainId, (context) => takeSeries(context, { metric, ...query }));
    },
);

export const OLDER_WINDOWS_HANDLERS = handlersOf(
  OLDER_WINDOWS,
  ({ metric }): Handler<OlderWindows> =>
    async ({ params, readEvmSlow }) => {
      const { read, lastRun } = await readEvmSlow(params.chainId, async (context, yieldTurn) => ({
        read: await readWindows(context, metric, yieldTurn),
        lastRun: await readLastRun(context.db),
      }));
      const windows = { last_hour: read.lastHour, last_day: read.lastDay, last_month: read.lastMonth };
      const result = { ...windows, last_year: read.lastYear, all_time: read.allTime };
      return { result, status: 200, ...lastRun };
    },
);

function handlersOf<Name extends string, Series, Answer>(
  series: Record<Name, Series>,
  answer: (one: Series) => Answer,
): Record<Name, Answer> {
  const entries = Object.entries<Series>(series).map(([name, one]) => [name, answer(one)]);
  return Object.fromEntries(entries) as Record<Name, Answer>;
}
