import { formatChartTime } from "@/components/chart/chart-time";
import type { SeriesRow, ValueForm } from "@/components/chart/series";
import type { StakeMetricsPoint, ValidatorMetricsPoint } from "@/lib/contract/firn/validator-metrics";
import type { QueryOf } from "@/lib/contract/pages";

/** A number of the points, as a series of a chart. */
interface StakeSeries {
  of: Exclude<keyof ValidatorMetricsPoint | keyof StakeMetricsPoint, "timestamp">;
  name: string;
  colour: string;
}

export interface StakeChart {
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

/** Charts of the whole Primary Network by their query value. */
export const NETWORK_CHARTS = {
  stake: {
    ...STAKE_CHARTS.stake,
    series: [
      { of: "weight", name: "Validators’ own", colour: "var(--p-fill)" },
      { of: "delegatedWeight", name: "Delegated", colour: "var(--ice-fill)" },
    ],
  },
  validators: {
    label: "Validators",
    form: { decimals: 0 },
    series: [{ of: "validatorCount", name: "Validators", colour: "var(--p-fill)" }],
    note: "Validators that run after the last block of each day, by P-Chain time.",
    none: "No validator ran on these days.",
  },
  delegators: STAKE_CHARTS.delegators,
} as const satisfies Record<string, StakeChart>;

export type NetworkChartName = keyof typeof NETWORK_CHARTS;

/** The charts of a page: of one validator, or of the network. */
export const CHARTS_OF: Record<"validator" | "network", Readonly<Record<string, StakeChart>>> = {
  validator: STAKE_CHARTS,
  network: NETWORK_CHARTS,
};

export function isNetworkChart(name: string): name is NetworkChartName {
  return Object.hasOwn(NETWORK_CHARTS, name);
}

/** Days drawn at once. */
export const STAKE_DAYS = 90;

export function isStakeChart(name: string): name is StakeChartName {
  return Object.hasOwn(STAKE_CHARTS, name);
}

/** The query of a chart before a time, unix seconds. */
export function queryOfStakeChart({
  chart,
  to,
}: {
  chart: string;
  to: number | undefined;
}): Pick<QueryOf<"validator">, "chart" | "to"> {
  return {
    chart: chart === "stake" ? undefined : chart,
    to: to === undefined ? undefined : formatChartTime(to, "day"),
  };
}

/** The numbers of a point that a chart shows, by their names. */
export function rowOfPoint(
  point: ValidatorMetricsPoint | StakeMetricsPoint,
  { series }: StakeChart,
): SeriesRow {
  const numbers = point as Readonly<Record<string, string | number>>;
  return {
    timestamp: point.timestamp,
    values: Object.fromEntries(series.map(({ of }) => [of, Number(numbers[of])])),
  };
}
