import { quantityToBigint } from "../../avalanche/rlp";
import { amountColumn, amountOf } from "../../store/columns";
import type { EvmBatch } from "../../store/evm-batch";
import type { EvmStore } from "../../store/open-evm";
import { type ChainEnd, findDays, findHours } from "../../store/queries/evm/figures";
import type { ActivityHourTable } from "../../store/tables/evm/activity-hour";
import type { ActiveAddresses } from "./active-addresses";
import type { ExecutedBlock } from "./block";

/** An hour's row with its amounts as numbers. */
type HourCount = Omit<ActivityHourTable, "fees" | "gas_prices" | "max_gas_price"> & {
  fees: bigint;
  gas_prices: bigint;
  max_gas_price: bigint;
};

const SECONDS_PER_HOUR = 3_600;

/** What a batch adds to the figures of hours and days. */
export class HourFigures {
  readonly #active: ActiveAddresses;
  readonly #hours = new Map<number, HourCount>();
  #before: Pick<ChainEnd, "time" | "time_ms"> | undefined;
  #hour = emptyHour(0);

  constructor(active: ActiveAddresses, before: ChainEnd | undefined) {
    this.#active = active;
    this.#before = before;
  }

  /** Counts a block; what is counted after this happened in it. @returns wei that its transactions paid */
  begin({ time, timeMs, transactions, receipts }: ExecutedBlock): bigint {
    const number = Math.floor(time / SECONDS_PER_HOUR);
    const hour = this.#hours.get(number) ?? emptyHour(number);
    this.#hours.set(number, hour);
    this.#hour = hour;
    const paid = sumReceipts(receipts);
    const after = { time, time_ms: timeMs ?? null };
    const sinceMs = msBetween(this.#before, after);
    this.#before = after;
    hour.blocks += 1;
    hour.transactions += transactions.length;
    hour.gas += paid.gas;
    hour.fees += paid.fees;
    hour.gas_prices += paid.prices;
    if (paid.highest > hour.max_gas_price) hour.max_gas_price = paid.highest;
    raisePeaks(hour, {
      peak_transactions: transactions.length,
      peak_transactions_ms: sinceMs,
      peak_gas: paid.gas,
      peak_gas_ms: sinceMs,
    });
    return paid.fees;
  }

  /** Both sides of a transaction or of a movement of tokens. */
  meet(from: number, to: number | null): void {
    this.#active.meet(this.#hour.hour, from, to);
  }

  countContract(): void {
    this.#hour.contracts += 1;
  }

  /** Adds the batch's figures to the stored ones. */
  async finish(db: EvmStore["db"], batch: EvmBatch): Promise<void> {
    const { hours, days } = this.#active.take();
    const stored = new Map((await findHours(db, [...this.#hours.keys()])).map((row) => [row.hour, row]));
    for (const [number, counted] of this.#hours) {
      const active = hours.get(number);
      counted.addresses = active?.addresses ?? 0;
      counted.senders = active?.senders ?? 0;
      batch.activity_hour.push(toRow(counted, stored.get(number)));
    }
    const known = new Map((await findDays(db, [...days.keys()])).map((row) => [row.day, row]));
    for (const [day, { addresses, senders }] of days) {
      const before = known.get(day);
      batch.activity_day.push({
        day,
        addresses: addresses + (before?.addresses ?? 0),
        senders: senders + (before?.senders ?? 0),
      });
    }
  }
}

function emptyHour(hour: number): HourCount {
  return {
    hour,
    blocks: 0,
    transactions: 0,
    gas: 0,
    fees: 0n,
    gas_prices: 0n,
    max_gas_price: 0n,
    addresses: 0,
    senders: 0,
    contracts: 0,
    peak_transactions: 0,
    peak_transactions_ms: 1_000,
    peak_gas: 0,
    peak_gas_ms: 1_000,
  };
}

function sumReceipts(receipts: ExecutedBlock["receipts"]) {
  const sum = { gas: 0, fees: 0n, prices: 0n, highest: 0n };
  for (const { gasUsed, effectiveGasPrice } of receipts) {
    const price = quantityToBigint(effectiveGasPrice);
    sum.gas += gasUsed;
    sum.fees += BigInt(gasUsed) * price;
    sum.prices += price;
    if (price > sum.highest) sum.highest = price;
  }
  return sum;
}

/** At least a millisecond where blocks tell them, a second where they don't, and for the first block. */
function msBetween(
  before: Pick<ChainEnd, "time" | "time_ms"> | undefined,
  after: Pick<ChainEnd, "time" | "time_ms">,
): number {
  if (before === undefined) return 1_000;
  if (before.time_ms !== null && after.time_ms !== null) return Math.max(1, after.time_ms - before.time_ms);
  return Math.max(1, after.time - before.time) * 1_000;
}

type Peaks = Pick<
  ActivityHourTable,
  "peak_transactions" | "peak_transactions_ms" | "peak_gas" | "peak_gas_ms"
>;

/** Keeps the higher rate of each kind. */
function raisePeaks(hour: Peaks, other: Peaks): void {
  if (
    other.peak_transactions * hour.peak_transactions_ms >
    hour.peak_transactions * other.peak_transactions_ms
  ) {
    hour.peak_transactions = other.peak_transactions;
    hour.peak_transactions_ms = other.peak_transactions_ms;
  }
  if (other.peak_gas * hour.peak_gas_ms > hour.peak_gas * other.peak_gas_ms) {
    hour.peak_gas = other.peak_gas;
    hour.peak_gas_ms = other.peak_gas_ms;
  }
}

function toRow(counted: HourCount, before: ActivityHourTable | undefined): ActivityHourTable {
  const row = { ...counted };
  if (before) {
    row.blocks += before.blocks;
    row.transactions += before.transactions;
    row.gas += before.gas;
    row.fees += amountOf(before.fees);
    row.gas_prices += amountOf(before.gas_prices);
    row.addresses += before.addresses;
    row.senders += before.senders;
    row.contracts += before.contracts;
    raisePeaks(row, before);
  }
  const stored = before === undefined ? 0n : amountOf(before.max_gas_price);
  return {
    ...row,
    fees: amountColumn(row.fees),
    gas_prices: amountColumn(row.gas_prices),
    max_gas_price: amountColumn(stored > row.max_gas_price ? stored : row.max_gas_price),
  };
}
