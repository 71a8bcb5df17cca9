import { formatChartTime } from "@/components/chart/chart-params";
import type { SeriesRow, ValueForm } from "@/components/chart/series";
import type { ValidatorMetricsPoint } from "@/lib/contract/firn/validator-metrics";
import type { QueryOf } from "@/lib/contract/pages";

/** A number of a validator's points, as a series of a chart. */
interface StakeSeries {
  of: Exclude<keyof ValidatorMetricsPoint, "timestamp">;
  name: string;
  colour: string;
}

interface StakeChart {
  label: string;
  form: ValueForm;
  series: readonly StakeSeries[];
  note: string;
  /** Where all that is drawn is 0. */
  none: string;
}

const AVAX: ValueForm = { decimals: 2, divisor: 1e9, unit: "AVAX" };

/** Charts of a validator's page by their query value. */
export const STAKE_CHARTS = {
  stake: {
    label: "Stake",
    form: AVAX,
    series: [
      { of: "weight", name: "Own", colour: "var(--p-fill)" },
      { of: "delegatedWeight", name: "Delegated", colour: "var(--ice-fill)" },
    ],
    note: "What is staked after the last block of each day, by P-Chain time.",
    none: "Nothing was staked on these days.",
  },
  delegators: {
    label: "Delegations",
    form: { decimals: 0 },
    series: [{ of: "delegatorCount", name: "Delegations", colour: "var(--ice-fill)" }],
    note: "Delegations that run after the last block of each day, by P-Chain time.",
    none: "No delegation ran on these days.",
  },
  rewards: {
    label: "Rewards",
    form: AVAX,
    series: [
      { of: "validatorReward", name: "For its stake", colour: "var(--p-fill)" },
      { of: "validatorFeeReward", name: "Delegation fee", colour: "var(--l1-fill)" },
      { of: "delegatorReward", name: "For delegators", colour: "var(--ice-fill)" },
    ],
    note: "Rewards paid during each day, by P-Chain time. A reward is paid when its period ends.",
    none: "No reward was paid on these days.",
  },
} as const satisfies Record<string, StakeChart>;

export type StakeChartName = keyof typeof STAKE_CHARTS;

/** Days drawn at once. */
export const STAKE_DAYS = 90;

export function isStakeChart(name: string): name is StakeChartName {
  return Object.hasOwn(STAKE_CHARTS, name);
}

/** The query of a validator's chart before a time, unix seconds. */
export function queryOfStakeChart({
  chart,
  to,
}: {
  chart: StakeChartName;
  to: number | undefined;
}): Pick<QueryOf<"validator">, "chart" | "to"> {
  return {
    chart: chart === "stake" ? undefined : chart,
    to: to === undefined ? undefined : formatChartTime(to, "day"),
  };
}

/** The numbers of a point that a chart shows, by their names. */
export function rowOfPoint(point: ValidatorMetricsPoint, chart: StakeChartName): SeriesRow {
  const values = STAKE_CHARTS[chart].series.map(({ of }) => [of, Number(point[of])]);
  return { timestamp: point.timestamp, values: Object.fromEntries(values) };
}
