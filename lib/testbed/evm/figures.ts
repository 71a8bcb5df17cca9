import { expect } from "vitest";
import type { Asking } from "./asking";
import type { Json } from "./expected";
import { receiverOf } from "./history";
import type { Address } from "./tokens";

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Asks for the chain's metrics by hour, day, week and month. */
export async function askFigures(asking: Asking): Promise<void> {
  const { chainId } = asking.expected.history.chain;
  const { results } = await asking.get(`/v1/avg_tps/${chainId}`);
  expect(results).toEqual(averageTps(asking));
  for (const [interval, startOf] of [
    ["hour", (time: number) => time - (time % HOUR)],
    ["day", (time: number) => time - (time % DAY)],
    ["week", weekOf],
    ["month", monthOf],
  ] as const) {
    const spans = [...spansOf(asking, startOf)].sort(([a], [b]) => b - a);
    for (const [metric, figure] of METRICS) {
      if (interval !== "day" && DAILY.has(metric)) continue;
      const points = spans.map(([timestamp, span]) => ({ value: figure(span), timestamp }));
      const path = `/v2/chains/${chainId}/metrics/${metric}`;
      const pageSize = 1 + (asking.count % 5);
      const listed = await asking.walk(path, "results", pageSize, `timeInterval=${interval}&`);
      expect(
        listed.map(({ timestamp, value }) => ({ timestamp, value: Number(value) })),
        metric,
      ).toEqual(points);
    }
  }
}

/** Asks for holders of every token whose events give its balances. */
export async function askHolders(asking: Asking): Promise<void> {
  const { chain, entries } = asking.expected.history;
  for (const address of tokensWithAllEvents(asking)) {
    const last = entries.at(-1)?.left.get(address) ?? new Map<Address, bigint>();
    if (
      entries.some(
        ({ moved, left }) => moved.some(({ token }) => token === address) || left.get(address)?.size,
      )
    ) {
      const path = `/firn/v1/chains/${chain.chainId}/tokens/${address}`;
      const holders = await asking.walk(`${path}/holders`, "holders", 1 + (asking.count % 4));
      expect(holders.map(({ holder, balance }) => readHolder((holder as Json).address, balance))).toEqual(
        byBalance(last).map(sayHolder),
      );
      expect(await asking.get(path)).toMatchObject({
        balancesFrom: "transfers",
        holders: last.size,
        totalSupply: String([...last.values()].reduce((sum, balance) => sum + balance, 0n)),
        transfers: entries.flatMap(({ moved }) => moved.filter(({ token }) => token === address)).length,
      });
    }
  }
}

/** Tokens whose events give all balances. */
export function tokensWithAllEvents({ expected }: Asking): Address[] {
  const { coins, collections, items } = expected.history;
  return [...coins.filter(({ hasAllEvents }) => hasAllEvents), ...collections, items].map(
    ({ address }) => address,
  );
}

/** Holders with their balances, largest first; only those in `among` when given. */
export function byBalance(left: Map<Address, bigint>, among?: Set<Address>): [Address, bigint][] {
  const wanted = [...(among ?? left.keys())].map((holder): [Address, bigint] => [
    holder,
    left.get(holder) ?? 0n,
  ]);
  return wanted.sort(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x > y ? -1 : 1));
}

export function sayHolder([address, balance]: [Address, bigint]): string {
  return `${address} ${balance}`;
}

export function readHolder(address: unknown, balance: unknown): string {
  return `${String(address).toLowerCase()} ${balance}`;
}

/**
 * A day's transactions divided by the seconds since the last block before it; for the first day, since its first block.
 */
function averageTps({ expected }: Asking): Json[] {
  const { blocks } = expected.history.chain;
  const days = new Map<number, { transactions: number; first: number; last: number }>();
  for (const { time, transactions } of blocks) {
    const start = time - (time % DAY);
    const day = days.get(start) ?? { transactions: 0, first: time, last: time };
    days.set(start, { ...day, transactions: day.transactions + transactions.length, last: time });
  }
  let before: number | undefined;
  const points = [...days].map(([timestamp, { transactions, first, last }]) => {
    const seconds = Math.max(1, last - (before ?? first));
    before = last;
    return { timestamp, value: transactions / seconds };
  });
  return points.reverse();
}

/** Activity in some blocks. */
export interface Span {
  transactions: number;
  gas: bigint;
  fees: bigint;
  prices: bigint;
  highestPrice: bigint;
  contracts: number;
  deployers: Set<Address>;
  addresses: Set<Address>;
  senders: Set<Address>;
}

const METRICS: readonly [string, (span: Span) => number][] = [
  ["txCount", ({ transactions }) => transactions],
  ["gasUsed", ({ gas }) => Number(gas)],
  ["feesPaid", ({ fees }) => Number(fees)],
  ["maxGasPrice", ({ highestPrice }) => Number(highestPrice)],
  ["contracts", ({ contracts }) => contracts],
  ["deployers", ({ deployers }) => deployers.size],
  ["activeAddresses", ({ addresses }) => addresses.size],
  ["activeSenders", ({ senders }) => senders.size],
];
const DAILY = new Set(["feesPaid", "maxGasPrice", "contracts", "deployers"]);

/** Start of the week, which begins on Monday. */
function weekOf(time: number): number {
  const daysSinceMonday = (new Date(time * 1_000).getUTCDay() + 6) % 7;
  return time - (time % DAY) - daysSinceMonday * DAY;
}

function monthOf(time: number): number {
  return Date.parse(`${new Date(time * 1_000).toISOString().slice(0, 7)}-01`) / 1_000;
}

/** Activity in every hour, day, week or month that has a block. */
function spansOf(asking: Asking, startOf: (time: number) => number): Map<number, Span> {
  const starts = new Set(asking.expected.history.chain.blocks.map(({ time }) => startOf(time)));
  return new Map([...starts].map((start) => [start, spanOf(asking, (time) => startOf(time) === start)]));
}

/** Activity in the blocks of a time range. */
export function spanOf({ expected }: Asking, within: (time: number) => boolean): Span {
  const { chain, entries } = expected.history;
  const span: Span = {
    transactions: 0,
    gas: 0n,
    fees: 0n,
    prices: 0n,
    highestPrice: 0n,
    contracts: 0,
    deployers: new Set(),
    addresses: new Set(),
    senders: new Set(),
  };
  for (const entry of entries) {
    if (!within(chain.blocks[entry.height]?.time ?? 0)) continue;
    const { executed, moved, made } = entry;
    span.transactions += 1;
    span.gas += executed.gasUsed;
    span.fees += executed.gasUsed * executed.effectiveGasPrice;
    span.prices += executed.effectiveGasPrice;
    if (executed.effectiveGasPrice > span.highestPrice) span.highestPrice = executed.effectiveGasPrice;
    for (const { creator } of made) {
      if (creator !== undefined && !expected.traced) continue;
      span.contracts += 1;
      span.deployers.add(creator ?? executed.from);
    }
    const isMaking = executed.fields.to.length === 0;
    const parties = [{ from: executed.from, to: isMaking ? executed.from : receiverOf(entry) }, ...moved];
    for (const { from, to } of parties) {
      span.senders.add(from);
      for (const address of [from, to]) span.addresses.add(address);
    }
  }
  return span;
}
