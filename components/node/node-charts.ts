import { type AnyStep, readChartTime } from "@/components/chart/chart-time";
import { isStep, queryOfStepChart, type StepChart, type StepSeries } from "@/components/chart/step-charts";
import type { NodePoint } from "@/lib/contract/firn/observed";
import type { PageQuery } from "@/lib/contract/pages";

/** Colours of versions and checks, those with most first; the last is of all others. */
const COLOURS = ["var(--ice-fill)", "var(--p-fill)", "var(--x-fill)", "var(--c-fill)", "var(--l1-fill)"];
const OTHERS = "others";
const KEPT = " Nothing is drawn where Firn did not run. Minutes are kept for a day, hours for 60 days.";

/** Charts of the node's own page by their query value. */
export const NODE_CHARTS = {
  peers: {
    label: "Peers",
    form: { decimals: 1 },
    series: (points) =>
      seriesOf(points.flatMap(({ versions }) => versions.map((one) => [one.version, one.peers]))),
    figureOf: ({ peers, versions }, of, shown) =>
      peers === undefined
        ? undefined
        : figureIn(
            versions.map((one) => [one.version, one.peers]),
            of,
            shown,
          ),
    isStacked: true,
    note: `Peers of this node by version, as it said each minute, on average.${KEPT}`,
    none: "No other node was connected to this one.",
    missing: "not observed",
  },
  health: {
    label: "Failing checks",
    form: { decimals: 1, unit: "%" },
    series: (points) =>
      seriesOf(points.flatMap(({ failing }) => failing.map(({ check, count }) => [check, count]))),
    figureOf: ({ healthAnswers, failing }, of, shown) =>
      healthAnswers === 0
        ? undefined
        : figureIn(
            failing.map(({ check, count }) => [check, (100 * count) / healthAnswers]),
            of,
            shown,
          ),
    note: `How often each health check of the node failed, of the times that Firn asked: once a minute.${KEPT}`,
    none: "No check failed in this time, as far as the node said.",
    missing: "not observed",
  },
  uptime: {
    label: "Uptime",
    form: { decimals: 2, unit: "%" },
    series: [
      { of: "rewarding", name: "Stake that sees it up enough", colour: "var(--p-fill)" },
      { of: "average", name: "Mean, weighed by stake", colour: "var(--ice-fill)" },
    ],
    figureOf: (point, of) => (of === "average" ? point.averageUptimePercent : point.rewardingStakePercent),
    note: `This validator’s uptime as its peers see it (info.uptime).${KEPT}`,
    none: "The node is no validator, or said nothing.",
    missing: "not observed",
  },
  answers: {
    label: "Answers",
    form: { decimals: 1, unit: "%" },
    series: [{ of: "answered", name: "Answered", colour: "var(--ice-fill)" }],
    figureOf: ({ asked, answered }) => (100 * answered) / asked,
    note: `How often the node answered, of the times that Firn asked: once a minute.${KEPT}`,
    none: "The node never answered in this time.",
    missing: "not observed",
  },
} as const satisfies Record<string, StepChart<NodePoint>>;

export type NodeChartName = keyof typeof NODE_CHARTS;

/** Steps drawn at first. */
export const NODE_STEPS = 90;

/** What an address leaves out. */
export const NODE_DEFAULTS = { chart: "peers", step: "hour" } as const;

/** What the address of the node's page says. */
export interface NodeChartQuery {
  chart: NodeChartName;
  step: AnyStep;
  /** Unix seconds; only points before it. */
  to: number | undefined;
}

/** The query of the node's page. */
export const NODE_QUERY: PageQuery<"node", NodeChartQuery> = {
  read({ chart = NODE_DEFAULTS.chart, step = NODE_DEFAULTS.step, to }) {
    if (typeof chart !== "string" || !isNodeChart(chart)) return undefined;
    if (typeof step !== "string" || !isStep(step)) return undefined;
    const time = to === undefined ? undefined : readChartTime(String(to));
    return to !== undefined && time === undefined ? undefined : { chart, step, to: time };
  },
  write: (query) => queryOfStepChart(query, NODE_DEFAULTS),
};

function isNodeChart(name: string): name is NodeChartName {
  return Object.hasOwn(NODE_CHARTS, name);
}

/** The names with most, and one for all others. With none of them, one series that has only zeros. */
function seriesOf(figures: readonly (readonly [name: string, value: number])[]): StepSeries[] {
  const sums = new Map<string, number>();
  for (const [name, value] of figures) sums.set(name, (sums.get(name) ?? 0) + value);
  const names = [...sums].sort(([, a], [, b]) => b - a).map(([name]) => name);
  const first = names.filter((name) => name !== OTHERS).slice(0, COLOURS.length - 1);
  const shown = names.length > first.length ? [...first, OTHERS] : first;
  return (shown.length === 0 ? [OTHERS] : shown).map((name, at) => ({
    of: name,
    name: name === OTHERS ? "Others" : name,
    colour: COLOURS[at] ?? "var(--ice-fill)",
  }));
}

/** The figure of a name, or the sum of all that are not shown by name. */
function figureIn(
  figures: readonly (readonly [name: string, value: number])[],
  of: string,
  shown: readonly string[],
): number {
  const counted = figures.filter(([name]) =>
    of === OTHERS ? name === OTHERS || !shown.includes(name) : name === of,
  );
  return counted.reduce((sum, [, value]) => sum + value, 0);
}
