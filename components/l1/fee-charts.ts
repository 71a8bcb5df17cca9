import type { StepChart } from "@/components/chart/step-charts";
import type { L1FeesPoint } from "@/lib/contract/firn/l1-fees";

const AVAX = { decimals: 2, divisor: 1e9, unit: "AVAX" };
const NAVAX = { decimals: 0, unit: "nAVAX" };
/** Below this many nAVAX an axis in AVAX has too many zeros to read. */
const LEAST_IN_AVAX = 10_000_000;
const BY_BLOCKS = "A fee belongs to the day of the block that took it, by P-Chain time.";

/** Charts of what an L1's validators pay, by their query value. */
const FEE_CHARTS = {
  fees: {
    label: "Fees",
    form: AVAX,
    series: [{ of: "fees", name: "Fees of its validators", colour: "var(--l1-fill)" }],
    figureOf: ({ feesNavax }) => Number(feesNavax),
    note: `What its validators paid during each day. ${BY_BLOCKS}`,
    none: "Its validators paid nothing on these days.",
    missing: "not an L1 yet",
  },
  total: {
    label: "Total fees",
    form: AVAX,
    series: [{ of: "total", name: "Paid so far", colour: "var(--l1-fill)" }],
    figureOf: ({ cumulativeNavax }) => Number(cumulativeNavax),
    note: `What its validators have paid since the first was registered, until the end of each day. ${BY_BLOCKS}`,
    none: "Its validators have paid nothing yet.",
    missing: "not an L1 yet",
  },
  paying: {
    label: "Paying validators",
    form: { decimals: 0 },
    series: [{ of: "paying", name: "Paying validators", colour: "var(--l1-fill)" }],
    figureOf: ({ payingValidators }) => payingValidators,
    note: "Validators that paid something during each day. One whose balance is used up stops paying, and validating.",
    none: "Nobody paid on these days.",
    missing: "not an L1 yet",
  },
} as const satisfies Record<string, StepChart<L1FeesPoint>>;

/** The charts with the unit in which these points are read best. */
export function feeChartsOf(points: readonly L1FeesPoint[]): Record<FeeChartName, StepChart<L1FeesPoint>> {
  const formOf = (name: "fees" | "total") =>
    points.every((point) => FEE_CHARTS[name].figureOf(point) < LEAST_IN_AVAX) ? NAVAX : AVAX;
  return {
    fees: { ...FEE_CHARTS.fees, form: formOf("fees") },
    total: { ...FEE_CHARTS.total, form: formOf("total") },
    paying: FEE_CHARTS.paying,
  };
}

export type FeeChartName = keyof typeof FEE_CHARTS;

/** What an address leaves out. */
export const FEE_DEFAULTS: { chart: FeeChartName } = { chart: "fees" };

export function isFeeChart(name: string): name is FeeChartName {
  return Object.hasOwn(FEE_CHARTS, name);
}

/** Days drawn at once. */
export const FEE_DAYS = 90;
