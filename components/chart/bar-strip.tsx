"use client";

import { type ReactNode, useCallback, useRef } from "react";
import { barsOf, type DrawnSeries } from "./bars";
import { ChartStrip } from "./chart-strip";
import { type Missing, reachOf, type SeriesRow, spread, type ValueForm } from "./series";
import type { SeriesBarsProps } from "./series-bars";

export interface BarStripProps {
  /** What `useRows` has of the rows. */
  list: {
    rows: readonly SeriesRow[];
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
    error: Error | null;
  };
  series: readonly DrawnSeries[];
  form: ValueForm;
  stacked: boolean;
  /** Steps drawn at once. */
  span: number;
  stepSeconds: number;
  /** Steps newer than the drawn ones. */
  skipped: number;
  onSkip: (skipped: number) => void;
  /** Time of a row that is not over. */
  open: number | undefined;
  missing: (segment: string, timestamp: number) => Missing;
  /** `days` or `hours`. */
  steps: string;
  formatStep: (timestamp: number) => string;
  formatShortStep: (timestamp: number) => string;
  /** The drawing itself. */
  draw: (bars: SeriesBarsProps) => ReactNode;
}

/** The rows of a list as bars. Scrolled left, they load older ones. */
export function BarStrip(props: BarStripProps) {
  const { list, series, span, stepSeconds, skipped, onSkip, steps, formatStep, formatShortStep, draw } =
    props;
  const { rows, hasNextPage, isFetchingNextPage, fetchNextPage, error } = list;
  const drawn = spread(rows, { span, stepSeconds, skipped });
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage && error === null) void fetchNextPage();
  }, [isFetchingNextPage, error, fetchNextPage]);
  const active = useRef<SeriesRow>(undefined);
  const onActive = useCallback((row: SeriesRow | undefined) => {
    active.current = row;
  }, []);
  const oldest = rows.at(-1);
  return (
    <ChartStrip
      count={reachOf(rows, stepSeconds)}
      {...{ span, skipped, onSkip }}
      loadMore={hasNextPage ? loadMore : undefined}
      endShown={() => {
        const timestamp = active.current?.timestamp;
        if (timestamp === undefined) return undefined;
        if (timestamp === drawn[0]?.timestamp) return "oldest";
        return timestamp === drawn.at(-1)?.timestamp ? "newest" : undefined;
      }}
      status={
        error !== null
          ? `Older ${steps} could not be loaded: ${error.message}.`
          : isFetchingNextPage
            ? `Loading older ${steps}…`
            : hasNextPage
              ? `Scroll left for older ${steps}`
              : oldest && `Begins ${formatStep(oldest.timestamp)}`
      }
    >
      {draw({ bars: barsOf(series, drawn, props), formatStep, formatShortStep, onActive })}
    </ChartStrip>
  );
}
