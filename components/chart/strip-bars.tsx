"use client";

import { lazy } from "react";
import { BarStrip, type BarStripProps } from "./bar-strip";
import { TALL_CHART_BOX } from "./chart-box";
import { WhenSeen } from "./when-seen";

const SeriesBars = lazy(() =>
  import("./drawings").then(({ DRAWINGS }) => ({ default: DRAWINGS.SeriesBars })),
);

interface StripBarsProps extends Omit<BarStripProps, "draw"> {
  /** The chart in a sentence. */
  label: string;
}

/** The rows of a list as bars, on a page about them: drawn when they come near the window. */
export function StripBars({ label, ...strip }: StripBarsProps) {
  return (
    <figure className={TALL_CHART_BOX} aria-label={label}>
      <BarStrip
        {...strip}
        draw={(bars) => (
          <WhenSeen
            instead={
              <p className="p-5 text-ink-2">
                The drawing could not be loaded. The table has the same values.
              </p>
            }
          >
            <SeriesBars {...bars} />
          </WhenSeen>
        )}
      />
    </figure>
  );
}
