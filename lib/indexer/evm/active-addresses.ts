import type { EvmStore } from "../../store/open-evm";
import { findDayStart, listParties } from "../../store/queries/evm/figures";

/** How many addresses were met for the first time in an hour or on a day. */
export interface ActiveCount {
  addresses: number;
  senders: number;
}

export const HOURS_PER_DAY = 24;

const SECONDS_PER_HOUR = 3_600;
const BLOCKS_PER_READ = 256;

/** Bits of an entry: the hour of the day, from 1, in which an address was met last, and below it the same as a sender. */
const HOUR_BITS = 5;
const SENDER_MASK = (1 << HOUR_BITS) - 1;

/**
 * Distinct addresses by hour and by UTC day: parties of transactions and of token movements. Holds those of the day being
 * projected, so that no row per address is written. Throw it away when a batch wasn't committed.
 */
export class ActiveAddresses {
  #day = -1;
  #resumed = false;
  readonly #met = new Map<number, number>();
  readonly #hours = new Map<number, ActiveCount>();
  readonly #days = new Map<number, ActiveCount>();

  /** Reads again who was met on the day that the store ends in; only the first call does anything. */
  async resume(db: EvmStore["db"]): Promise<void> {
    if (this.#resumed) return;
    const start = await findDayStart(db);
    for (let height = start; height !== undefined; ) {
      const { parties, next } = await listParties(db, { height, blocks: BLOCKS_PER_READ });
      for (const { time, from, to } of parties) this.meet(Math.floor(time / SECONDS_PER_HOUR), from, to);
      height = next;
    }
    this.take();
    this.#resumed = true;
  }

  /** Counts both sides of a movement in an hour (unix hours); hours come in order. */
  meet(hour: number, from: number, to: number | null): void {
    const day = Math.floor(hour / HOURS_PER_DAY);
    if (day !== this.#day) {
      this.#met.clear();
      this.#day = day;
    }
    this.#count(hour, from, true);
    if (to !== null) this.#count(hour, to, false);
  }

  /** What was counted since the last call, by hour (unix hours) or by the day that begins with one. */
  take(): (span: { hours: number; start_hour: number }) => ActiveCount {
    const [hours, days] = [new Map(this.#hours), new Map(this.#days)];
    this.#hours.clear();
    this.#days.clear();
    return (span) =>
      (span.hours === 1 ? hours.get(span.start_hour) : days.get(span.start_hour / HOURS_PER_DAY)) ??
      newCount();
  }

  #count(hour: number, id: number, sends: boolean): void {
    const mark = (hour % HOURS_PER_DAY) + 1;
    const before = this.#met.get(id) ?? 0;
    const [met, sent] = [before >> HOUR_BITS, before & SENDER_MASK];
    if (met === mark && (!sends || sent === mark)) return;
    this.#met.set(id, (mark << HOUR_BITS) | (sends ? mark : sent));
    const inHour = counted(this.#hours, hour);
    const onDay = counted(this.#days, this.#day);
    if (met !== mark) inHour.addresses += 1;
    if (met === 0) onDay.addresses += 1;
    if (sends && sent !== mark) inHour.senders += 1;
    if (sends && sent === 0) onDay.senders += 1;
  }
}

function counted(counts: Map<number, ActiveCount>, key: number): ActiveCount {
  const known = counts.get(key);
  if (known) return known;
  const count = newCount();
  counts.set(key, count);
  return count;
}

function newCount(): ActiveCount {
  return { addresses: 0, senders: 0 };
}
