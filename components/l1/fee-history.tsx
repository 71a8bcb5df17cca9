"use client";

import { useState } from "react";
import { queryOfStepChart } from "@/components/chart/step-charts";
import { StepHistory, type StepPage } from "@/components/chart/step-history";
import type { L1FeesPoint } from "@/lib/contract/firn/l1-fees";
import { withQuery } from "@/lib/contract/pages";
import { FEE_DEFAULTS, type FeeChartName, feeChartsOf } from "./fee-charts";

export interface FeeHistoryProps {
  path: string;
  first: StepPage<L1FeesPoint>;
  chart: FeeChartName;
  /** Address of the page without the chart's part of its query. */
  href: string;
  csvHref: string;
  /** Unix seconds; only days before it. */
  to: number | undefined;
  /** Whether somebody pays now. */
  isActive: boolean;
}

/** What an L1's validators paid, by day. */
export function FeeHistory({ href, ...props }: FeeHistoryProps) {
  const [charts] = useState(() => feeChartsOf(props.first.points));
  return (
    <StepHistory
      {...props}
      charts={charts}
      step="day"
      hasSteps={false}
      hrefOf={({ chart, to }) => withQuery<"l1">(href, queryOfStepChart({ chart, to }, FEE_DEFAULTS))}
    />
  );
}
