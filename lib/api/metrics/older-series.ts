import {
  OLDER_SERIES,
  OLDER_WINDOWS,
  type OlderSeries,
  type OlderWindows,
} from "../../contract/metrics/older-series";
import type { Handler } from "../handler";
import { refuseInterval } from "./chain-metrics";
import { takeSeries } from "./chain-throughput";
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
      const { lastHour, lastDay, lastMonth, lastYear, allTime } = await readEvmSlow(
        params.chainId,
        (context, yieldTurn) => readWindows(context, metric, yieldTurn),
      );
      const windows = { last_hour: lastHour, last_day: lastDay, last_month: lastMonth };
      return { result: { ...windows, last_year: lastYear, all_time: allTime }, status: 200 };
    },
);

function handlersOf<Name extends string, Series, Answer>(
  series: Record<Name, Series>,
  answer: (one: Series) => Answer,
): Record<Name, Answer> {
  const entries = Object.entries<Series>(series).map(([name, one]) => [name, answer(one)]);
  return Object.fromEntries(entries) as Record<Name, Answer>;
}
