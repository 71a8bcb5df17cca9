import type { StepChart, StepSeries } from "@/components/chart/step-charts";
import type { ObservedUptimePoint } from "@/lib/contract/firn/observed";
import type { StakeMetricsPoint, ValidatorMetricsPoint } from "@/lib/contract/firn/validator-metrics";

/** A point of any chart of stake, or of how a validator was seen. */
export type StakePoint = ValidatorMetricsPoint | StakeMetricsPoint | ObservedUptimePoint;
type StakeChart = StepChart<StakePoint>;

const AVAX = { decimals: 2, divisor: 1e9, unit: "AVAX" };

/** What all charts of stake have: numbers of the points by their own names. */
const OF_STAKE = {
  isStacked: true,
  missing: "not staked yet",
  figureOf: (point: StakePoint, of: string) =>
    Number((point as unknown as Readonly<Record<string, string | number>>)[of]),
};

/** Charts of a validator's page by their query value. */
export const STAKE_CHARTS = {
  stake: {
    ...OF_STAKE,
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
    ...OF_STAKE,
    label: "Delegations",
    form: { decimals: 0 },
    series: [{ of: "delegatorCount", name: "Delegations", colour: "var(--ice-fill)" }],
    note: "Delegations that run after the last block of each day, by P-Chain time.",
    none: "No delegation ran on these days.",
  },
  rewards: {
    ...OF_STAKE,
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
  seen: {
    label: "Connected",
    form: { decimals: 1, unit: "%" },
    series: [{ of: "connected", name: "Connected to this node", colour: "var(--ice-fill)" }],
    figureOf: (point) =>
      "seen" in point && point.seen > 0 ? (100 * point.connected) / point.seen : undefined,
    note: "How often this Firn’s node was connected to it, of the times that Firn asked: once a minute. Nothing is drawn where Firn did not run or the node did not answer. Minutes are kept for a day, hours for 60 days.",
    none: "The node was never connected to it in this time, or Firn did not ask.",
    missing: "not observed",
  },
  uptime: {
    label: "Uptime",
    form: { decimals: 2, unit: "%" },
    series: [{ of: "uptime", name: "Uptime in its period", colour: "var(--p-fill)" }],
    figureOf: (point) => ("seen" in point ? point.uptimePercent : undefined),
    note: "The uptime in its period so far, as this Firn’s node counts it; of the node itself, as its peers do. Every node counts for itself, and their votes decide about the reward.",
    none: "Nobody said its uptime in this time, or Firn did not ask.",
    missing: "not observed",
  },
} as const satisfies Record<string, StakeChart>;

export type StakeChartName = keyof typeof STAKE_CHARTS;

/** Whether a chart is of what the node saw, and not of what the chain says. */
export function isSeenChart(name: string): boolean {
  return name === "seen" || name === "uptime";
}

const NETWORK_STAKE: readonly StepSeries[] = [
  { of: "weight", name: "Validators’ own", colour: "var(--p-fill)" },
  { of: "delegatedWeight", name: "Delegated", colour: "var(--ice-fill)" },
];

/** Charts of the whole Primary Network by their query value. */
export const NETWORK_CHARTS = {
  stake: { ...STAKE_CHARTS.stake, series: NETWORK_STAKE },
  validators: {
    ...OF_STAKE,
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

/** What the address of a validator leaves out. */
export const STAKE_DEFAULTS = { chart: "stake", step: "hour" } as const;

/** Where the network's page has no chart, which its address leaves out. */
export const NO_CHART = "";

export function isNetworkChart(name: string): name is NetworkChartName {
  return Object.hasOwn(NETWORK_CHARTS, name);
}

/** Days drawn at once. */
export const STAKE_DAYS = 90;

export function isStakeChart(name: string): name is StakeChartName {
  return Object.hasOwn(STAKE_CHARTS, name);
}
