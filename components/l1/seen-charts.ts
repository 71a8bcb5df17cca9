import { STAKE_CHARTS, STAKE_DEFAULTS } from "@/components/validator/stake-charts";

/** Charts of how the node saw a validator of an L1, by their query value. */
export const SEEN_CHARTS = {
  seen: STAKE_CHARTS.seen,
  uptime: {
    ...STAKE_CHARTS.uptime,
    series: [{ of: "uptime", name: "Uptime since its registration", colour: "var(--l1-fill)" }],
    note: "The uptime since it was registered, as this Firn’s node counts it; of itself it counts none. The L1’s rules say whether it matters.",
  },
} as const;

export type SeenChartName = keyof typeof SEEN_CHARTS;

/** What an address leaves out. */
export const SEEN_DEFAULTS = { chart: "seen", step: STAKE_DEFAULTS.step } as const;

export function isSeenChartName(name: string): name is SeenChartName {
  return Object.hasOwn(SEEN_CHARTS, name);
}
