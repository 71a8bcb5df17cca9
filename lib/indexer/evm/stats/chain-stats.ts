import { quantityToBigint } from "../../../avalanche/codec/rlp";
import type { EvmDb } from "../../../store/db";
import { findLastMonths } from "../../../store/queries/evm/deployer";
import { type ChainEnd, findActivity, msBetween, spanKey } from "../../../store/queries/evm/figures";
import { amountColumn, amountOf } from "../../../store/rows/columns";
import type { EvmBatch } from "../../../store/rows/evm-batch";
import type { ChainActivityTable } from "../../../store/tables/evm/activity";
import type { ExecutedBlock, ExecutedTransaction } from "../feed/block";
import { type Creation, countDeployers } from "../rows/deployers";
import { type ActiveAddresses, type ActiveStats, HOURS_PER_DAY, SECONDS_PER_HOUR } from "./active-addresses";
import { addPeriods } from "./active-periods";

/** A row with its amounts as numbers. */
type Count = Omit<ChainActivityTable, "fees" | "gas_prices" | "max_gas_price"> & {
  fees: bigint;
  gas_prices: bigint;
  max_gas_price: bigint;
};

/** The part of a block that is counted. */
export interface CountedBlock extends Pick<ExecutedBlock, "time" | "timeMs"> {
  transactions: readonly Pick<ExecutedTransaction, "gasUsed" | "gasPrice">[];
}

/** What a batch adds to the statistics of hours and days. */
export class ChainStats {
  readonly #active: ActiveAddresses;
  readonly #hours = new Map<number, Count>();
  readonly #creations: Creation[] = [];
  #before: Pick<ChainEnd, "time" | "time_ms"> | undefined;
  #hour = emptyCount(1, 0);

  constructor(active: ActiveAddresses, before: ChainEnd | undefined) {
    this.#active = active;
    this.#before = before;
  }

  /** Counts a block. What is recorded after this happened in it. @returns fees paid by its transactions, wei */
  begin({ time, timeMs, transactions }: CountedBlock): bigint {
    const start = Math.floor(time / SECONDS_PER_HOUR);
    const hour = this.#hours.get(start) ?? emptyCount(1, start);
    this.#hours.set(start, hour);
    this.#hour = hour;
    this.#active.advance(time);
    const paid = sumFees(transactions);
    const after = { time, time_ms: timeMs ?? null };
    const ms = msBetween(this.#before, after);
    this.#before = after;
    addTo(hour, {
      ...emptyCount(1, start),
      blocks: 1,
      transactions: transactions.length,
      ...paid,
      peak_transactions: transactions.length,
      peak_transactions_ms: ms,
      peak_gas: paid.gas,
      peak_gas_ms: ms,
    });
    return paid.fees;
  }

  /** Records both sides of a transaction or of a token movement. */
  record(from: number, to: number | null): void {
    this.#active.record(from, to);
  }

  /** Counts a created contract. `deployer` is the sender of the transaction, or the contract that created it. */
  countContract(deployer: number): void {
    this.#hour.contracts += 1;
    this.#creations.push({ deployer, time: this.#before?.time ?? 0 });
  }

  /** Adds the batch's statistics to the stored ones. */
  async finish(db: EvmDb, batch: EvmBatch): Promise<void> {
    const active = this.#active.take();
    for (const hour of this.#hours.values()) Object.assign(hour, active.countsOf(hour));
    await this.#countPeriods(db, batch, active);
    const deployers = await countDeployers(db, this.#creations);
    batch.deployer.pushAll(deployers.rows);
    batch.deployer_day.pushAll(deployers.dayRows);
    batch.active_window.pushAll(active.windows);
    const days = this.#days();
    for (const day of days) Object.assign(day, active.countsOf(day), deployers.days.get(day.start_hour));
    const counts = [...this.#hours.values(), ...days];
    const stored = new Map((await findActivity(db, counts)).map((row) => [spanKey(row), row]));
    for (const count of counts) {
      const before = stored.get(spanKey(count));
      if (before) addTo(count, fromRow(before));
      batch.chain_activity.push(toRow(count));
    }
  }

  /** Adds weeks and months, and counts addresses that are new to the chain. */
  async #countPeriods(
    db: EvmDb,
    batch: EvmBatch,
    { maybeNew, periods: { addresses, senders } }: ActiveStats,
  ): Promise<void> {
    const firstNew = batch.address.length === 0 ? Number.POSITIVE_INFINITY : batch.address.value(0, "id");
    const monthsOf = (table: "party" | "sender", ids: Iterable<number>) =>
      findLastMonths(
        db,
        table,
        [...ids].filter((id) => id < firstNew),
      );
    const known = await monthsOf("party", maybeNew.keys());
    for (const [id, start] of maybeNew) {
      const hour = this.#hours.get(start);
      if (hour && !known.has(id)) hour.new_addresses += 1;
    }
    await addPeriods(db, batch, {
      addresses: { counts: addresses, stored: known },
      senders: { counts: senders, stored: await monthsOf("sender", senders.unsure.keys()) },
    });
  }

  /** The sums of the hours by day. */
  #days(): Count[] {
    const days = new Map<number, Count>();
    for (const hour of this.#hours.values()) {
      const start = hour.start_hour - (hour.start_hour % HOURS_PER_DAY);
      const day = days.get(start) ?? emptyCount(HOURS_PER_DAY, start);
      days.set(start, day);
      addTo(day, hour);
    }
    return [...days.values()];
  }
}

function emptyCount(hours: number, start_hour: number): Count {
  return {
    hours,
    start_hour,
    blocks: 0,
    transactions: 0,
    gas: 0,
    fees: 0n,
    gas_prices: 0n,
    max_gas_price: 0n,
    addresses: 0,
    senders: 0,
    new_addresses: 0,
    deployers: 0,
    new_deployers: 0,
    contracts: 0,
    peak_transactions: 0,
    peak_transactions_ms: 1_000,
    peak_gas: 0,
    peak_gas_ms: 1_000,
  };
}

function sumFees(transactions: CountedBlock["transactions"]) {
  const sum = { gas: 0, fees: 0n, gas_prices: 0n, max_gas_price: 0n };
  for (const { gasUsed, gasPrice } of transactions) {
    const price = quantityToBigint(gasPrice);
    sum.gas += gasUsed;
    sum.fees += BigInt(gasUsed) * price;
    sum.gas_prices += price;
    if (price > sum.max_gas_price) sum.max_gas_price = price;
  }
  return sum;
}

/** Adds the counts of another part of the same period. */
function addTo(count: Count, other: Count): void {
  count.blocks += other.blocks;
  count.transactions += other.transactions;
  count.gas += other.gas;
  count.fees += other.fees;
  count.gas_prices += other.gas_prices;
  if (other.max_gas_price > count.max_gas_price) count.max_gas_price = other.max_gas_price;
  count.addresses += other.addresses;
  count.senders += other.senders;
  count.new_addresses += other.new_addresses;
  count.deployers += other.deployers;
  count.new_deployers += other.new_deployers;
  count.contracts += other.contracts;
  const { peak_transactions, peak_transactions_ms, peak_gas, peak_gas_ms } = other;
  const transactions = { amount: peak_transactions, ms: peak_transactions_ms };
  if (isHigher(transactions, { amount: count.peak_transactions, ms: count.peak_transactions_ms })) {
    count.peak_transactions = other.peak_transactions;
    count.peak_transactions_ms = other.peak_transactions_ms;
  }
  const gas = { amount: peak_gas, ms: peak_gas_ms };
  if (isHigher(gas, { amount: count.peak_gas, ms: count.peak_gas_ms })) {
    count.peak_gas = other.peak_gas;
    count.peak_gas_ms = other.peak_gas_ms;
  }
}

interface Rate {
  amount: number;
  ms: number;
}

/** Of two equal rates the shorter time wins, so that the result does not depend on how blocks are batched. */
function isHigher(one: Rate, other: Rate): boolean {
  const [left, right] = [one.amount * other.ms, other.amount * one.ms];
  return left > right || (left === right && one.ms < other.ms);
}

function fromRow(row: ChainActivityTable): Count {
  return {
    ...row,
    fees: amountOf(row.fees),
    gas_prices: amountOf(row.gas_prices),
    max_gas_price: amountOf(row.max_gas_price),
  };
}

function toRow(count: Count): ChainActivityTable {
  return {
    ...count,
    fees: amountColumn(count.fees),
    gas_prices: amountColumn(count.gas_prices),
    max_gas_price: amountColumn(count.max_gas_price),
  };
}
