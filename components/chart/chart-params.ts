import type { ChainMetric } from "@/lib/contract/metrics/metrics";
import { hrefTo, type PageQuery, type QueryOf, type SearchOf } from "@/lib/contract/pages";
import { formatChartTime, readChartTime, type Step } from "./chart-time";
import type { ValueForm } from "./series";

/** Charts of EVM chains by the last segment of their path. */
export const CHARTS = {
  tps: {
    label: "TPS",
    title: "Average transactions per second",
    form: { decimals: 2, unit: "TPS" },
    stacked: true,
    daily: true,
    note: "A day’s value is its number of transactions divided by the time from the last block of the day before to its own last block.",
  },
  txs: {
    label: "Transactions",
    title: "Transactions",
    metric: "txCount",
    form: { decimals: 0 },
    stacked: true,
    note: "All transactions in blocks, including reverted ones.",
  },
  gas: {
    label: "Gas",
    title: "Gas used",
    metric: "gasUsed",
    form: { decimals: 0 },
    stacked: true,
    note: "Gas used by all transactions.",
  },
  fees: {
    label: "Fees burned",
    title: "Fees burned",
    metric: "feesPaid",
    form: { decimals: 4, divisor: 1e18, unit: "AVAX" },
    stacked: true,
    daily: true,
    only: "c",
    note: "AVAX that C-Chain transactions paid, all of it burned. Fees of imports and exports are not included.",
  },
  addresses: {
    label: "Active addresses",
    title: "Active addresses",
    metric: "activeAddresses",
    form: { decimals: 0 },
    stacked: false,
    note: "Addresses that sent or received anything, each counted once.",
  },
} as const satisfies Record<string, ChartKind>;

export interface ChartKind {
  label: string;
  title: string;
  /** Metric in the metrics API; undefined for the average TPS, which has its own route. */
  metric?: ChainMetric;
  form: ValueForm;
  /** Whether values of several chains can be added. */
  stacked: boolean;
  /** Has no hourly values. */
  daily?: true;
  /** Path segment of the only chain that has it. */
  only?: string;
  note: string;
}

export type ChartName = keyof typeof CHARTS;

/** Spans by step: days, or hours where a metric has them. */
export const SPANS = { day: [7, 30, 90, 365], hour: [24, 72, 168] } as const;
const DEFAULT_SPAN = { day: 90, hour: 72 } as const;

/** Days shown by the chart on the home page, by their query value. */
export const HOME_SPANS = { "7": "7 d", "30": "30 d", "365": "1 y" } as const;
export type HomeSpan = keyof typeof HOME_SPANS;

/** The span in the query of the home page; anything unknown is the default. */
export function readHomeSpan(range: string | string[] | undefined): HomeSpan {
  return range === "7" || range === "365" ? range : "30";
}

/** What the address of the home page says of its chart: its days, and the time before which they are, unix seconds. */
export interface HomeChart {
  span: HomeSpan;
  to?: number | undefined;
}

/** The query of the home page. A time that is none is left out. */
export const HOME_QUERY: PageQuery<"home", HomeChart> = {
  read: ({ range, to }) => ({ span: readHomeSpan(range), to: readChartTime(String(to ?? "")) }),
  write: ({ span, to }) => ({
    range: span === "30" ? undefined : span,
    to: to && formatChartTime(to, "day"),
  }),
};

/** What the URL of a chart says. */
export interface ChartParams {
  name: ChartName;
  step: Step;
  /** Number of points drawn at first. */
  span: number;
  /** Path segments of chains; undefined for all. */
  chains?: string[];
  /** Unix seconds; only points before it. */
  to?: number | undefined;
}

/** Undefined when there is no such chart or a parameter is malformed: the page does not exist. */
export function readChartParams(
  name: string,
  { by = "day", range = "", chains, to }: SearchOf<"chart">,
): ChartParams | undefined {
  if (!isChart(name) || (by !== "day" && by !== "hour")) return undefined;
  if (by === "hour" && !hasHours(name)) return undefined;
  const span = range === "" ? DEFAULT_SPAN[by] : Number(range);
  if (!(SPANS[by] as readonly number[]).includes(span)) return undefined;
  const params: ChartParams = { name, step: by, span };
  if (chains !== undefined && chains !== "") {
    params.chains = String(chains).split(",");
    if (!params.chains.every((chain) => /^(c|\d{1,15})$/.test(chain))) return undefined;
  }
  if (to !== undefined && to !== "") {
    const seconds = readChartTime(String(to));
    if (seconds === undefined) return undefined;
    params.to = seconds;
  }
  return params;
}

/** The query of a chart's page. Which values it can have depends on the chart. */
export const CHART_QUERY: PageQuery<"chart", ChartParams> = {
  read: (search, { metric }) => readChartParams(metric, search),
  write: (params) => queryOfChart(params),
};

/** Path and query of a chart. */
export function hrefOfChart(params: ChartParams): string {
  return hrefTo("chart", { metric: params.name }, queryOfChart(params));
}

/** Query of a chart. `to` is a UTC day, or an hour of one. */
export function queryOfChart({ step, span, chains, to }: ChartParams): QueryOf<"chart"> {
  return {
    by: step === "hour" ? step : undefined,
    range: span === DEFAULT_SPAN[step] ? undefined : span,
    chains: chains?.join(","),
    to: to && formatChartTime(to, step),
  };
}

/** The span of a chart without one in its URL. */
export function defaultSpan(step: Step): number {
  return DEFAULT_SPAN[step];
}

export function hasHours(name: ChartName): boolean {
  const { daily }: ChartKind = CHARTS[name];
  return daily !== true;
}

function isChart(name: string): name is ChartName {
  return Object.hasOwn(CHARTS, name);
}
