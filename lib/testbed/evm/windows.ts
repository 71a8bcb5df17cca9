import { expect } from "vitest";
import type { Asking } from "./asking";
import { type Span, spanOf } from "./figures";

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Lengths of windows that end with the newest block, in seconds. */
const WINDOWS = {
  lastHour: HOUR,
  lastDay: DAY,
  lastWeek: 7 * DAY,
  lastMonth: 30 * DAY,
  last90Days: 90 * DAY,
  lastYear: 365 * DAY,
  allTime: Number.POSITIVE_INFINITY,
};

/** Asks for metrics of rolling windows, and for those that count from the first block. */
export async function askWindows(asking: Asking): Promise<void> {
  const { chainId } = asking.expected.history.chain;
  for (const [metric, figure] of Object.entries(ROLLING)) {
    const names = Object.entries(WINDOWS).filter(
      ([, seconds]) => !metric.startsWith("active") || seconds <= 7 * DAY,
    );
    const wanted = names.map(([name, seconds]) => [name, figure(windowOf(asking, seconds))]);
    const { result } = await asking.get(`/v2/chains/${chainId}/rollingWindowMetrics/${metric}`);
    const answered = Object.entries(result as object).map(([name, value]) => [name, Number(value)]);
    expect(Object.fromEntries(answered), metric).toEqual(Object.fromEntries(wanted));
  }
  const days = [...new Set(asking.expected.history.chain.blocks.map(({ time }) => time - (time % DAY)))];
  for (const [metric, figure] of Object.entries(CUMULATIVE)) {
    const listed = await asking.walk(
      `/v2/chains/${chainId}/metrics/${metric}`,
      "results",
      1 + (asking.count % 4),
    );
    expect(
      listed.map(({ timestamp, value }) => [timestamp, Number(value)]),
      metric,
    ).toEqual(days.toReversed().map((day) => [day, figure((before) => spanOf(asking, before), day)]));
  }
}

interface Rolling {
  span: Span;
  /** Length of the window; for all time, since the first block. */
  seconds: number;
  /** Most transactions in one block, per second. */
  peakTransactions: number;
  peakGas: number;
}

const ROLLING: Record<string, (rolling: Rolling) => number> = {
  txCount: ({ span }) => span.transactions,
  gasUsed: ({ span }) => Number(span.gas),
  feesPaid: ({ span }) => Number(span.fees),
  avgTps: ({ span, seconds }) => span.transactions / seconds,
  avgGps: ({ span, seconds }) => Number(span.gas) / seconds,
  maxTps: ({ peakTransactions }) => peakTransactions,
  maxGps: ({ peakGas }) => peakGas,
  avgGasPrice: ({ span }) => Number(span.prices) / Math.max(1, span.transactions),
  maxGasPrice: ({ span }) => Number(span.highestPrice),
  contracts: ({ span }) => span.contracts,
  deployers: ({ span }) => span.deployers.size,
  activeAddresses: ({ span }) => span.addresses.size,
  activeSenders: ({ span }) => span.senders.size,
};

type SpanOf = (within: (time: number) => boolean) => Span;

const CUMULATIVE: Record<string, (spanOf: SpanOf, day: number) => number> = {
  cumulativeTxCount: (spanOf, day) => spanOf((time) => time < day + DAY).transactions,
  cumulativeAddresses: (spanOf, day) => spanOf((time) => time < day + DAY).addresses.size,
  cumulativeDeployers: (spanOf, day) => spanOf((time) => time < day + DAY).deployers.size,
  cumulativeContracts: (spanOf, day) => spanOf((time) => time < day).contracts,
};

/** Activity in the last `length` seconds before the newest block. */
function windowOf(asking: Asking, length: number): Rolling {
  const { blocks, head } = asking.expected.history.chain;
  const start = head.time - length;
  const first = blocks.findIndex(({ time }) => time > start);
  const rates = blocks.slice(first).map(({ time, transactions }, i) => {
    const seconds = time - (blocks[first + i - 1]?.time ?? time - 1);
    const gas = transactions.reduce((sum, { gasUsed }) => sum + gasUsed, 0n);
    return { transactions: transactions.length / seconds, gas: Number(gas) / seconds };
  });
  return {
    span: spanOf(asking, (time) => time > start),
    seconds: Number.isFinite(length) ? length : Math.max(1, head.time - (blocks[0]?.time ?? 0)),
    peakTransactions: Math.max(...rates.map(({ transactions }) => transactions)),
    peakGas: Math.max(...rates.map(({ gas }) => gas)),
  };
}
