import { tryId } from "@/app/[chain]/network";
import { readChartTime } from "@/components/chart/chart-time";
import { queryOfStepChart } from "@/components/chart/step-charts";
import { isChangePosition } from "@/components/l1/change-position";
import { FEE_DEFAULTS, type FeeChartName, isFeeChart } from "@/components/l1/fee-charts";
import type { PageQuery } from "@/lib/contract/pages";

/**
 * Where the lists of an L1's page continue: its validators after a validation, or on a subnet after a rank; its changes
 * after one of them; the chart of its fees, and the time before which its days are, unix seconds.
 */
export interface L1Starts {
  after?: string;
  before?: string;
  chart: FeeChartName;
  to?: number;
}

export const L1_QUERY: PageQuery<"l1", L1Starts> = {
  read: ({ after, before, chart = FEE_DEFAULTS.chart, to }) => {
    if (after !== undefined && !(typeof after === "string" && isValidatorPosition(after))) return undefined;
    if (before !== undefined && !(typeof before === "string" && isChangePosition(before))) return undefined;
    if (typeof chart !== "string" || !isFeeChart(chart)) return undefined;
    const end = to === undefined ? undefined : readChartTime(String(to));
    if (to !== undefined && end === undefined) return undefined;
    return {
      ...(after !== undefined && { after }),
      ...(before !== undefined && { before }),
      chart,
      ...(end !== undefined && { to: end }),
    };
  },
  write: ({ chart, to, ...lists }) => ({ ...lists, ...queryOfStepChart({ chart, to }, FEE_DEFAULTS) }),
};

function isValidatorPosition(text: string): boolean {
  return /^\d{1,6}$/.test(text) || tryId(text) !== undefined;
}
