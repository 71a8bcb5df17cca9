/** Unix seconds, earlier than any block. An integer, because fractions would take more memory. */
export const NEVER = -(2 ** 31);

/** First activity in weeks (from Monday) and months, UTC, as far as memory reaches. */
export interface PeriodCounts {
  /** Addresses first seen in a week, by the unix hour at which it begins. */
  weeks: ReadonlyMap<number, number>;
  /** Addresses first seen in a month (months since year 0), without those in `unsure`. */
  months: ReadonlyMap<number, number>;
  /**
   * Addresses that may have been seen in that month more than a week ago, which only the store knows. Number to month.
   */
  unsure: ReadonlyMap<number, number>;
  /** The last month of every address in `months` or `unsure`. */
  lastMonths: ReadonlyMap<number, number>;
}

/**
 * Counts the first activity of addresses in weeks and months. Memory covers a week. For months, the store is asked
 * about addresses that were not seen for a week.
 */
export class PeriodActivity {
  #calendar = calendarAt(0);
  #weeks = new Map<number, number>();
  #months = new Map<number, number>();
  #unsure = new Map<number, number>();
  #lastMonths = new Map<number, number>();

  /**
   * Sets the time (unix seconds) of what is recorded from here on. Times must not decrease. The period of a time exists
   * even if no address is active in it.
   */
  advance(time: number): void {
    const { weekEnd, monthEnd } = this.#calendar;
    if (time >= weekEnd || time >= monthEnd) this.#calendar = calendarAt(time);
    const { weekHour, month } = this.#calendar;
    add(this.#weeks, weekHour, 0);
    add(this.#months, month, 0);
  }

  /** Records an address that was last seen at `before` (unix seconds), or NEVER if not within a week. */
  record(id: number, before: number): void {
    const { weekHour, weekStart, month, monthStart } = this.#calendar;
    if (before < weekStart) add(this.#weeks, weekHour, 1);
    if (before >= monthStart) return;
    const last = before === NEVER ? this.#lastMonths.get(id) : undefined;
    if (last === month) return;
    if (before === NEVER && last === undefined) this.#unsure.set(id, month);
    else add(this.#months, month, 1);
    this.#lastMonths.set(id, month);
  }

  /** The counts since the last call. */
  take(): PeriodCounts {
    const taken = {
      weeks: this.#weeks,
      months: this.#months,
      unsure: this.#unsure,
      lastMonths: this.#lastMonths,
    };
    [this.#weeks, this.#months, this.#unsure, this.#lastMonths] = [
      new Map(),
      new Map(),
      new Map(),
      new Map(),
    ];
    return taken;
  }
}

/** The unix hour at which a month begins. */
export function monthHour(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12) / MS_PER_HOUR;
}

const SECONDS_PER_HOUR = 3_600;
const MS_PER_HOUR = SECONDS_PER_HOUR * 1_000;
const HOURS_PER_WEEK = 7 * 24;
/** The first Monday since the unix epoch, in unix hours. */
const MONDAY_HOUR = 4 * 24;

/** The week and month of a time, in unix seconds except `weekHour`. */
function calendarAt(time: number) {
  const weeks = Math.floor((time / SECONDS_PER_HOUR - MONDAY_HOUR) / HOURS_PER_WEEK);
  const weekHour = MONDAY_HOUR + weeks * HOURS_PER_WEEK;
  const date = new Date(time * 1_000);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
  return {
    weekHour,
    weekStart: weekHour * SECONDS_PER_HOUR,
    weekEnd: (weekHour + HOURS_PER_WEEK) * SECONDS_PER_HOUR,
    month,
    monthStart: monthHour(month) * SECONDS_PER_HOUR,
    monthEnd: monthHour(month + 1) * SECONDS_PER_HOUR,
  };
}

function add(counts: Map<number, number>, key: number, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
