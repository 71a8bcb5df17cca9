/** Unix seconds: before every time that is looked at, and no fraction, as those take more room. */
export const NEVER = -(2 ** 31);

/** Who was met in weeks (from Monday) and months of UTC, as far as memory says. */
export interface PeriodCounts {
  /** Those met for the first time, by the unix hour that the week begins with. */
  weeks: ReadonlyMap<number, number>;
  /** The same by month: months since the year 0. Without those that are `unsure`. */
  months: ReadonlyMap<number, number>;
  /** Who may have been met in that month more than a week ago: the store knows. By number of the address. */
  unsure: ReadonlyMap<number, number>;
  /** The month in which they were met last, of all who were, or may have been, met in one for the first time. */
  lastMonths: ReadonlyMap<number, number>;
}

/**
 * Counts first meetings of weeks and months. A week is no longer than what is remembered of an address; of a month, the
 * store is asked about those who were not met for a week.
 */
export class PeriodMeetings {
  #calendar = calendarAt(0);
  #weeks = new Map<number, number>();
  #months = new Map<number, number>();
  #unsure = new Map<number, number>();
  #lastMonths = new Map<number, number>();

  /** What is met after this was met at a time (unix seconds); times come in order. A time is counted, if nobody is met. */
  advance(time: number): void {
    const { weekEnd, monthEnd } = this.#calendar;
    if (time >= weekEnd || time >= monthEnd) this.#calendar = calendarAt(time);
    const { weekHour, month } = this.#calendar;
    add(this.#weeks, weekHour, 0);
    add(this.#months, month, 0);
  }

  /** Meets an address that was met `before` (unix seconds); NEVER when that is a week ago. */
  meet(id: number, before: number): void {
    const { weekHour, weekStart, month, monthStart } = this.#calendar;
    if (before < weekStart) add(this.#weeks, weekHour, 1);
    if (before >= monthStart) return;
    const last = before === NEVER ? this.#lastMonths.get(id) : undefined;
    if (last === month) return;
    if (before === NEVER && last === undefined) this.#unsure.set(id, month);
    else add(this.#months, month, 1);
    this.#lastMonths.set(id, month);
  }

  /** What was counted since the last call. */
  take(): PeriodCounts {
    const taken = {
      ...{ weeks: this.#weeks, months: this.#months },
      ...{ unsure: this.#unsure, lastMonths: this.#lastMonths },
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

/** The unix hour that a month begins with. */
export function monthHour(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12) / MS_PER_HOUR;
}

const SECONDS_PER_HOUR = 3_600;
const MS_PER_HOUR = SECONDS_PER_HOUR * 1_000;
const HOURS_PER_WEEK = 7 * 24;
/** The first Monday of unix time. */
const MONDAY_HOUR = 4 * 24;

/** The week and the month around a time, in unix seconds but for `weekHour`. */
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
