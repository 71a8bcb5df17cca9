"use client";

import type { AnyStep } from "@/components/chart/chart-time";
import { queryOfStepChart } from "@/components/chart/step-charts";
import { StepHistory, type StepPage } from "@/components/chart/step-history";
import type { ObservedUptimePoint } from "@/lib/contract/firn/observed";
import { withQuery } from "@/lib/contract/pages";
import { SEEN_CHARTS, SEEN_DEFAULTS, type SeenChartName } from "./seen-charts";

interface SeenHistoryProps {
  path: string;
  first: StepPage<ObservedUptimePoint>;
  chart: SeenChartName;
  step: AnyStep;
  /** Address of the page without the chart's part of its query. */
  href: string;
  /** Unix seconds; only steps before it. */
  to: number | undefined;
  /** Whether the newest step goes on. */
  isActive: boolean;
}

/** How the node saw a validator of an L1, by the minute, hour or day. */
export function SeenHistory({ href, ...props }: SeenHistoryProps) {
  return (
    <StepHistory
      {...props}
      charts={SEEN_CHARTS}
      hasSteps
      hrefOf={(shown) => withQuery<"validation">(href, queryOfStepChart(shown, SEEN_DEFAULTS))}
    />
  );
}
