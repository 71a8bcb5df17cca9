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
  },
  delegators: {
    label: "Delegations",
    form: { decimals: 0 },
    series: [{ of: "delegatorCount", name: "Delegations", colour: "var(--ice-fill)" }],
    note: "Delegations that run after the last block of each day, by P-Chain time.",
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

/** A point with all its numbers, by their names. */
export function rowOfPoint({ timestamp, ...numbers }: ValidatorMetricsPoint): SeriesRow {
  const values = Object.entries(numbers).map(([name, value]) => [name, Number(value)]);
  return { timestamp, values: Object.fromEntries(values) };
}
