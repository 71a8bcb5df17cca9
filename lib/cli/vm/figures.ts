import { expect } from "vitest";
import type { Asking } from "./asking";
import type { Json } from "./expected";
import { type HistoryEntry, receiverOf } from "./history";
import type { Address } from "./tokens";

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** The chain's figures by hour and by day. */
export async function askFigures(asking: Asking): Promise<void> {
  const { chainId } = asking.expected.history.chain;
  const { results } = await asking.get(`/v1/avg_tps/${chainId}`);
  expect(results).toEqual(averageTps(asking));
  for (const [interval, seconds] of [
    ["hour", HOUR],
    ["day", DAY],
  ] as const) {
    const spans = [...spansOf(asking, seconds)].sort(([a], [b]) => b - a);
    for (const [metric, figure] of METRICS) {
      if (interval === "hour" && DAILY.has(metric)) continue;
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

/** Holders of every token whose events tell, and who held more than some amount in some time frame. */
export async function askHolders(asking: Asking): Promise<void> {
  const { chain, coins, collections, items, entries } = asking.expected.history;
  const told = [...coins.filter(({ isTold }) => isTold), ...collections, items];
  for (const { address } of told) {
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
    for (const frame of framesOf(asking)) {
      const query = Object.entries(frame).map(([name, value]) => `${name}=${value}&`);
      const listed = await asking.walk(
        `/v2/chains/${chain.chainId}/contracts/${address}/balances`,
        "addresses",
        1 + (asking.count % 5),
        query.join(""),
      );
      const wanted = byBalance(last, holdersIn(entries, address, { ...frame, chain }));
      expect(
        listed.map((each) => readHolder(each.address, each.sortKey)),
        `${address} ${query}`,
      ).toEqual(wanted.map(sayHolder));
    }
  }
}

interface Frame {
  threshold: bigint;
  startTimestamp?: number;
  endTimestamp?: number;
}

/** All time, and a part of it that may begin and end at blocks or between them. */
function framesOf({ count, expected }: Asking): Frame[] {
  const { blocks } = expected.history.chain;
  const timeAt = (n: number) => (blocks[n % blocks.length]?.time ?? 0) + (n % 3) - 1;
  const [a, b] = [timeAt(count * 3), timeAt(count * 5 + 1)];
  const threshold = [0n, 5n, 90n][count % 3] ?? 0n;
  return [{ threshold }, { threshold, startTimestamp: Math.min(a, b), endTimestamp: Math.max(a, b) }];
}

/** Who had more than the threshold when the frame began or after a transaction in it. */
function holdersIn(
  entries: readonly HistoryEntry[],
  token: Address,
  frame: Frame & { chain: Asking["expected"]["history"]["chain"] },
): Set<Address> {
  const { threshold, startTimestamp = 0, endTimestamp = Number.MAX_SAFE_INTEGER, chain } = frame;
  const found = new Set<Address>();
  if (endTimestamp <= startTimestamp) return found;
  const add = (left: Map<Address, bigint> | undefined) => {
    for (const [holder, value] of left ?? []) if (value > threshold) found.add(holder);
  };
  const timeOf = ({ height }: HistoryEntry) => chain.blocks[height]?.time ?? 0;
  add(entries.findLast((entry) => timeOf(entry) < startTimestamp)?.left.get(token));
  for (const entry of entries) {
    const time = timeOf(entry);
    if (time >= startTimestamp && time < endTimestamp) add(entry.left.get(token));
  }
  return found;
}

/** Holders with what they have now, largest first; of those in `among` when that is given. */
function byBalance(left: Map<Address, bigint>, among?: Set<Address>): [Address, bigint][] {
  const wanted = [...(among ?? left.keys())].map((holder): [Address, bigint] => [
    holder,
    left.get(holder) ?? 0n,
  ]);
  return wanted.sort(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x > y ? -1 : 1));
}

function sayHolder([address, balance]: [Address, bigint]): string {
  return `${address} ${balance}`;
}

function readHolder(address: unknown, balance: unknown): string {
  return `${String(address).toLowerCase()} ${balance}`;
}

/** A day's transactions by the seconds since the last block before it; the first day's since its first block. */
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

/** What happened in some blocks. */
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

/** What happened in every hour or day that has a block. */
function spansOf(asking: Asking, seconds: number): Map<number, Span> {
  const startOf = (time: number) => time - (time % seconds);
  const starts = new Set(asking.expected.history.chain.blocks.map(({ time }) => startOf(time)));
  return new Map([...starts].map((start) => [start, spanOf(asking, (time) => startOf(time) === start)]));
}

/** What happened in the blocks of some times. */
export function spanOf({ expected }: Asking, within: (time: number) => boolean): Span {
  const { chain, entries } = expected.history;
  const span: Span = {
    ...{ transactions: 0, gas: 0n, fees: 0n, prices: 0n, highestPrice: 0n, contracts: 0 },
    ...{ deployers: new Set(), addresses: new Set(), senders: new Set() },
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
