"use client";

import { lazy, useCallback, useRef } from "react";
import { barsOf, type DrawnSeries } from "./bars";
import { TALL_CHART_BOX } from "./chart-box";
import { ChartStrip } from "./chart-strip";
import { type Missing, reachOf, type SeriesRow, spread, type ValueForm } from "./series";
import { WhenSeen } from "./when-seen";

const SeriesBars = lazy(() =>
  import("./drawings").then(({ DRAWINGS }) => ({ default: DRAWINGS.SeriesBars })),
);

interface StripBarsProps {
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
  /** The chart in a sentence. */
  label: string;
  formatStep: (timestamp: number) => string;
  formatShortStep: (timestamp: number) => string;
}

/** The rows of a list as bars. Scrolled left, they load older ones. */
export function StripBars(props: StripBarsProps) {
  const { list, series, span, stepSeconds, skipped, onSkip, steps, label, formatStep, formatShortStep } =
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
    <figure className={TALL_CHART_BOX} aria-label={label}>
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
        <WhenSeen
          instead={
            <p className="p-5 text-ink-2">The drawing could not be loaded. The table has the same values.</p>
          }
        >
          <SeriesBars bars={barsOf(series, drawn, props)} {...{ formatStep, formatShortStep, onActive }} />
        </WhenSeen>
      </ChartStrip>
    </figure>
  );
}
