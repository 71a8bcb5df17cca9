"use client";

import { useEffect, useEffectEvent } from "react";
import { useRows } from "@/components/list/use-rows";
import { hrefTo } from "@/lib/contract/pages";
import { formatDate } from "@/lib/words/format";
import { BarStrip, type BarStripProps } from "./bar-strip";
import { CHARTS, HOME_QUERY, type HomeChart } from "./chart-params";
import { formatChartTime, readChartTime, STEP_SECONDS } from "./chart-time";
import { drawnOf } from "./colours";
import { missingAt, type Series, type SeriesPage, type SeriesRow } from "./series";
import { useStripAddress } from "./use-strip-address";

const DAY = STEP_SECONDS.day;

/** Average TPS of a chain by day. */
export interface TpsRows {
  series: Series;
  /** The newest rows, and the path of all. */
  first: SeriesPage;
  path: string;
  chart: HomeChart;
}

interface TpsStripProps extends TpsRows, Pick<BarStripProps, "draw"> {
  onShown: () => void;
}

/** The bars of the home page's TPS with those of older days, loaded when the reader turns to them. */
export function TpsStrip({ series, first, path, chart, draw, onShown }: TpsStripProps) {
  const tellShown = useEffectEvent(onShown);
  useEffect(() => tellShown(), []);
  const { form, stacked } = CHARTS.tps;
  const hrefBefore = (time: number) => hrefTo("home", {}, HOME_QUERY.write({ ...chart, to: time }));
  const list = useRows<SeriesPage, SeriesRow>({
    path,
    first,
    rowsOf: ({ rows }) => rows,
    idOf: ({ timestamp }) => formatChartTime(timestamp, "day"),
    hrefAfter: ({ timestamp }) => hrefBefore(timestamp),
  });
  // The page is made anew as blocks come: its rows are newer than what was loaded with the same ones before.
  const oldest = first.rows.at(-1)?.timestamp ?? 0;
  const rows = [...first.rows, ...list.rows.filter(({ timestamp }) => timestamp < oldest)];
  const newest = rows[0]?.timestamp ?? 0;
  const { skipped, skip } = useStripAddress({
    start: list.start,
    hrefAfter: (count) => hrefBefore(newest - (count - 1) * DAY),
    skippedIn: (search) => {
      const end = readChartTime(search.get("to") ?? "") ?? Number.POSITIVE_INFINITY;
      return Math.max(0, Math.ceil((newest + DAY - end) / DAY));
    },
  });
  const formatStep = (timestamp: number) => formatDate(timestamp * 1000);
  return (
    <div className="flex h-full flex-col">
      <BarStrip
        list={{ ...list, rows }}
        series={drawnOf([series])}
        {...{ form, stacked, skipped, onSkip: skip, formatStep, draw }}
        span={Number(chart.span)}
        stepSeconds={DAY}
        open={chart.to === undefined ? newest : undefined}
        missing={(_, timestamp) => missingAt(series, timestamp, DAY)}
        steps="days"
        formatShortStep={(timestamp) => formatStep(timestamp).replace(/ \d{4}$/, "")}
      />
    </div>
  );
}
