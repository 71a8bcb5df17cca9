import { quantityToBigint } from "../../../avalanche/codec/rlp";
import type { EvmDb } from "../../../store/db";
import { findLastMonths } from "../../../store/queries/evm/deployer";
import { type ChainEnd, findActivity, msBetween, spanKey } from "../../../store/queries/evm/figures";
import {
  activityOfRow,
  addActivity,
  type ChainActivity,
  noActivity,
  rowOfActivity,
} from "../../../store/rows/chain-activity";
import type { EvmBatch } from "../../../store/rows/evm-batch";
import type { EvmBlockTable, EvmTransactionTable } from "../../../store/tables/evm/chain";
import type { ExecutedBlock, ExecutedTransaction } from "../feed/block";
import { type Creation, countDeployers } from "../rows/deployers";
import { type ActiveAddresses, type ActiveStats, HOURS_PER_DAY, SECONDS_PER_HOUR } from "./active-addresses";
import { addPeriods } from "./active-periods";

/** The part of a block that is counted. */
export interface CountedBlock extends Pick<ExecutedBlock, "time" | "timeMs"> {
  transactions: readonly Pick<ExecutedTransaction, "gasUsed" | "gasPrice">[];
}

/** The counted part of a stored block. */
export function countedBlock(
  { time, time_ms }: Pick<EvmBlockTable, "time" | "time_ms">,
  transactions: readonly Pick<EvmTransactionTable, "gas_used" | "gas_price">[],
): CountedBlock {
  return {
    time,
    timeMs: time_ms ?? undefined,
    transactions: transactions.map(({ gas_used, gas_price }) => ({
      gasUsed: gas_used,
      gasPrice: gas_price.subarray(1),
    })),
  };
}

/** Receives what a batch of blocks adds to statistics. */
export type BlockStats = Pick<ChainStats, "begin" | "record" | "countContract" | "finish">;

/** Of blocks that figures do not count yet. */
export const UNCOUNTED: BlockStats = {
  begin: ({ transactions }) => sumFees(transactions).fees,
  record: () => {},
  countContract: () => {},
  finish: async () => {},
};

/** What a batch adds to the statistics of hours and days. */
export class ChainStats {
  readonly #active: ActiveAddresses;
  readonly #hours = new Map<number, ChainActivity>();
  readonly #creations: Creation[] = [];
  #before: Pick<ChainEnd, "time" | "time_ms"> | undefined;
  #hour = noActivity({ hours: 1, start_hour: 0 });

  constructor(active: ActiveAddresses, before: ChainEnd | undefined) {
    this.#active = active;
    this.#before = before;
  }

  /** Counts a block. What is recorded after this happened in it. @returns fees paid by its transactions, wei */
  begin({ time, timeMs, transactions }: CountedBlock): bigint {
    const start = Math.floor(time / SECONDS_PER_HOUR);
    const hour = this.#hours.get(start) ?? noActivity({ hours: 1, start_hour: start });
    this.#hours.set(start, hour);
    this.#hour = hour;
    this.#active.advance(time);
    const paid = sumFees(transactions);
    const after = { time, time_ms: timeMs ?? null };
    const ms = msBetween(this.#before, after);
    this.#before = after;
    addActivity(hour, {
      ...NOTHING,
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
      if (before) addActivity(count, activityOfRow(before));
      batch.chain_activity.push(rowOfActivity(count));
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
  #days(): ChainActivity[] {
    const days = new Map<number, ChainActivity>();
    for (const hour of this.#hours.values()) {
      const start = hour.start_hour - (hour.start_hour % HOURS_PER_DAY);
      const day = days.get(start) ?? noActivity({ hours: HOURS_PER_DAY, start_hour: start });
      days.set(start, day);
      addActivity(day, hour);
    }
    return [...days.values()];
  }
}

const NOTHING = noActivity({ hours: 1, start_hour: 0 });

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
