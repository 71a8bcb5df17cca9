"use client";

import type { AnyStep } from "@/components/chart/chart-time";
import { queryOfStepChart } from "@/components/chart/step-charts";
import { StepHistory, type StepPage } from "@/components/chart/step-history";
import type { ObservedUptimePoint } from "@/lib/contract/firn/observed";
import type { StakeMetricsPoint, ValidatorMetricsPoint } from "@/lib/contract/firn/validator-metrics";
import { withQuery } from "@/lib/contract/pages";
import { CHARTS_OF, isSeenChart, NO_CHART, STAKE_DEFAULTS } from "./stake-charts";

export interface StakeHistoryProps {
  of: "validator" | "network";
  path: string;
  first: StepPage<ValidatorMetricsPoint | StakeMetricsPoint | ObservedUptimePoint>;
  /** Of `CHARTS_OF`. */
  chart: string;
  step?: AnyStep | undefined;
  /** Address of the page without the chart's part of its query. */
  href: string;
  csvHref?: string | undefined;
  /** Unix seconds; only steps before it. */
  to: number | undefined;
  /** Whether the newest step goes on. */
  isActive: boolean;
}

/** Stake, delegations and what goes with them by day; how the node saw the validator by the minute, hour or day. */
export function StakeHistory({ of, href, chart, step = "day", ...props }: StakeHistoryProps) {
  const hasSteps = isSeenChart(chart);
  const defaults = of === "network" ? { chart: NO_CHART } : STAKE_DEFAULTS;
  return (
    <StepHistory
      {...props}
      charts={CHARTS_OF[of]}
      chart={chart}
      step={hasSteps ? step : "day"}
      hasSteps={hasSteps}
      hrefOf={({ chart: name, step: wanted, to }) => {
        const isSeen = isSeenChart(name);
        // Where points begin, and how long their steps are, means nothing to a chart of the other kind.
        const kept =
          isSeen === hasSteps ? { step: wanted, to } : { step: STAKE_DEFAULTS.step, to: undefined };
        const shown = { chart: name, to: kept.to, ...(isSeen && { step: kept.step }) };
        return withQuery<"validator">(href, queryOfStepChart(shown, defaults));
      }}
    />
  );
}
