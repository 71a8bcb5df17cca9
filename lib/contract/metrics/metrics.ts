/** What is counted of an hour or a day of an EVM chain, named as the store's columns. Amounts are wei. */
export interface Activity {
  transactions: number;
  gas: number;
  fees: bigint;
  /** Sum and largest of the prices that its transactions paid for a unit of gas. */
  gas_prices: bigint;
  max_gas_price: bigint;
  contracts: number;
  /** The block with most transactions a second, and milliseconds since the block before it; the same by gas. */
  peak_transactions: number;
  peak_transactions_ms: number;
  peak_gas: number;
  peak_gas_ms: number;
}

/** What a day's blocks say of it. */
export interface Day {
  transactions: number;
  /** Between the last block before it and its own last one. */
  seconds: number;
  /** Transactions of the chain, up to its last block. */
  total: number;
}

/** How a metric is made of what is counted; by day only, unless it is given in all intervals. */
type Making =
  /** Adds up over any time. */
  | { kind: "count"; of(activity: Activity): number; intervals?: "all" }
  | { kind: "amount"; of(activity: Activity): bigint }
  /** Counted for each interval on its own: two days may share addresses. */
  | { kind: "distinct"; column: "addresses" | "senders"; intervals: "all" }
  | { kind: "distinct"; column: "deployers" }
  | { kind: "peak"; of(activity: Activity): number }
  | { kind: "mean"; of(activity: Activity): number | bigint; per: "transaction" | "second" }
  | { kind: "day"; of(day: Day): number }
  /** Sum over the days from genesis to the end of the day, or to its beginning. */
  | { kind: "cumulative"; column: "new_addresses" | "new_deployers" | "contracts"; to: "end" | "beginning" };

/** `rolling`: what is read of the part of an hour with which a rolling window begins; absent of a metric without windows. */
export type Metric = Making & { rolling?: "blocks" | "prices" | "contracts" | "own" };

/** Every metric of an EVM chain. The contract lists them, the API answers them: a new one is a line here. */
export const METRICS = {
  txCount: { kind: "count", of: ({ transactions }) => transactions, intervals: "all", rolling: "own" },
  gasUsed: { kind: "count", of: ({ gas }) => gas, intervals: "all", rolling: "blocks" },
  activeAddresses: { kind: "distinct", column: "addresses", intervals: "all", rolling: "own" },
  activeSenders: { kind: "distinct", column: "senders", intervals: "all", rolling: "own" },
  avgTps: { kind: "day", of: ({ transactions, seconds }) => transactions / seconds, rolling: "own" },
  maxTps: {
    kind: "peak",
    of: (activity) => (activity.peak_transactions * 1_000) / activity.peak_transactions_ms,
    rolling: "blocks",
  },
  avgGps: { kind: "mean", of: ({ gas }) => gas, per: "second", rolling: "blocks" },
  maxGps: {
    kind: "peak",
    of: ({ peak_gas, peak_gas_ms }) => (peak_gas * 1_000) / peak_gas_ms,
    rolling: "blocks",
  },
  avgGasPrice: { kind: "mean", of: ({ gas_prices }) => gas_prices, per: "transaction", rolling: "prices" },
  maxGasPrice: { kind: "peak", of: ({ max_gas_price }) => Number(max_gas_price), rolling: "prices" },
  feesPaid: { kind: "amount", of: ({ fees }) => fees, rolling: "blocks" },
  contracts: { kind: "count", of: ({ contracts }) => contracts, rolling: "contracts" },
  deployers: { kind: "distinct", column: "deployers", rolling: "own" },
  cumulativeTxCount: { kind: "day", of: ({ total }) => total },
  cumulativeAddresses: { kind: "cumulative", column: "new_addresses", to: "end" },
  cumulativeContracts: { kind: "cumulative", column: "contracts", to: "beginning" },
  cumulativeDeployers: { kind: "cumulative", column: "new_deployers", to: "end" },
} as const satisfies Record<string, Metric>;

export type ChainMetric = keyof typeof METRICS;
/** Those that are given in rolling windows. */
export type RollingMetric = {
  [Name in ChainMetric]: (typeof METRICS)[Name] extends { rolling: string } ? Name : never;
}[ChainMetric];

/** In the order of the table. */
export const METRIC_NAMES = Object.keys(METRICS) as ChainMetric[];
/** In the order that the public document lists them. */
export const ROLLING_METRIC_NAMES = Object.keys({
  gasUsed: 1,
  txCount: 1,
  avgGps: 1,
  maxGps: 1,
  avgTps: 1,
  maxTps: 1,
  avgGasPrice: 1,
  maxGasPrice: 1,
  feesPaid: 1,
  contracts: 1,
  deployers: 1,
  activeAddresses: 1,
  activeSenders: 1,
} satisfies Record<RollingMetric, 1>) as RollingMetric[];
