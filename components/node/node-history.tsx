"use client";

import { queryOfStepChart } from "@/components/chart/step-charts";
import { StepHistory, type StepPage } from "@/components/chart/step-history";
import type { NodePoint } from "@/lib/contract/firn/observed";
import { hrefTo } from "@/lib/contract/pages";
import { NODE_CHARTS, NODE_DEFAULTS, type NodeChartQuery } from "./node-charts";

interface NodeHistoryProps extends NodeChartQuery {
  path: string;
  first: StepPage<NodePoint>;
}

/** What the node said over time, as Firn wrote it down while it ran. */
export function NodeHistory(props: NodeHistoryProps) {
  return (
    <StepHistory
      {...props}
      charts={NODE_CHARTS}
      hasSteps
      isActive
      hrefOf={(shown) => hrefTo("node", {}, queryOfStepChart(shown, NODE_DEFAULTS))}
    />
  );
}
