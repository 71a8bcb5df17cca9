import { amountOf } from "../../../store/columns";
import type { EvmStore } from "../../../store/open-evm";
import { countRows, readSpan, type StoredBlock } from "../../../store/queries/evm/audit";
import { type Finding, Tally } from "../../audit";
import { HOURS_PER_DAY, SECONDS_PER_HOUR } from "../active-addresses";

/** What the blocks of an hour or a day add up to. */
interface Sums {
  hours: number;
  startHour: number;
  blocks: number;
  transactions: number;
  gas: number;
  fees: bigint;
  gas_prices: bigint;
  max_gas_price: bigint;
  contracts: number;
}

/** Adds up hours and days as blocks pass in their order, and compares each with its row when it is over. */
export class FigureWalk {
  readonly #db: EvmStore["db"];
  readonly #tally = new Tally();
  #spans = 0;
  #hour: Sums | undefined;
  #day: Sums | undefined;

  constructor(db: EvmStore["db"]) {
    this.#db = db;
  }

  async add({ row, transactions, madeInside }: StoredBlock): Promise<void> {
    const hour = Math.floor(row.time / SECONDS_PER_HOUR);
    this.#hour = await this.#span(this.#hour, 1, hour);
    this.#day = await this.#span(this.#day, HOURS_PER_DAY, hour - (hour % HOURS_PER_DAY));
    for (const sums of [this.#hour, this.#day]) {
      sums.blocks += 1;
      sums.contracts += madeInside;
      for (const { gas_used, gas_price, created_id, status } of transactions) {
        const price = amountOf(gas_price);
        sums.transactions += 1;
        sums.gas += gas_used;
        sums.fees += BigInt(gas_used) * price;
        sums.gas_prices += price;
        if (price > sums.max_gas_price) sums.max_gas_price = price;
        if (created_id !== null && status === 1) sums.contracts += 1;
      }
    }
  }

  async finish(signal: AbortSignal): Promise<Finding> {
    if (!signal.aborted) {
      for (const sums of [this.#hour, this.#day]) if (sums) await this.#compare(sums);
      const stored = await countRows(this.#db, "chain_activity");
      if (stored !== this.#spans)
        this.#tally.add(`chain_activity rows: stored ${stored}, made anew ${this.#spans}`);
    }
    return this.#tally.finding("hours, days", `${this.#spans} hours and days`);
  }

  /** The one that is being filled; one that is over is compared. */
  async #span(current: Sums | undefined, hours: number, startHour: number): Promise<Sums> {
    if (current?.startHour === startHour) return current;
    if (current) await this.#compare(current);
    const nothing = { blocks: 0, transactions: 0, gas: 0, fees: 0n, gas_prices: 0n, max_gas_price: 0n };
    return { hours, startHour, ...nothing, contracts: 0 };
  }

  async #compare({ hours, startHour, ...sums }: Sums): Promise<void> {
    this.#spans += 1;
    const name = `chain_activity ${hours}/${startHour}`;
    const row = await readSpan(this.#db, hours, startHour);
    if (row === undefined) return this.#tally.add(`${name}: stored none, made anew a row`);
    for (const field of Object.keys(sums) as (keyof typeof sums)[]) {
      const column = row[field];
      const stored = column instanceof Uint8Array ? amountOf(column) : column;
      if (stored !== sums[field])
        this.#tally.add(`${name} ${field}: stored ${stored}, made anew ${sums[field]}`);
    }
  }
}
