import { type AnyStep, readChartTime } from "@/components/chart/chart-time";
import { isStep, queryOfStepChart } from "@/components/chart/step-charts";
import { isChangePosition } from "@/components/l1/change-position";
import { isSeenChartName, SEEN_DEFAULTS, type SeenChartName } from "@/components/l1/seen-charts";
import type { PageQuery } from "@/lib/contract/pages";

/**
 * Where a validation's page continues: the change after which its history does, the chart of how it was seen, its steps,
 * and the time before which they are, unix seconds.
 */
export interface ValidationStarts {
  before?: string;
  chart: SeenChartName;
  step: AnyStep;
  to?: number;
}

export const VALIDATION_QUERY: PageQuery<"validation", ValidationStarts> = {
  read: ({ before, chart = SEEN_DEFAULTS.chart, step = SEEN_DEFAULTS.step, to }) => {
    if (before !== undefined && !(typeof before === "string" && isChangePosition(before))) return undefined;
    if (typeof chart !== "string" || !isSeenChartName(chart)) return undefined;
    if (typeof step !== "string" || !isStep(step)) return undefined;
    const end = to === undefined ? undefined : readChartTime(String(to));
    if (to !== undefined && end === undefined) return undefined;
    return {
      ...(before !== undefined && { before }),
      chart,
      step,
      ...(end !== undefined && { to: end }),
    };
  },
  write: ({ before, chart, step, to }) => ({
    ...(before !== undefined && { before }),
    ...queryOfStepChart({ chart, step, to }, SEEN_DEFAULTS),
  }),
};
