import type { EvmDb } from "../../../store/db";
import { findFirstHeightSince, listParties } from "../../../store/queries/evm/figures";
import type { ActiveWindowTable } from "../../../store/tables/evm/activity";
import { NEVER, type PeriodCounts, PeriodMeetings } from "./period-meetings";

/** How many addresses were met for the first time in an hour or on a day. */
export interface ActiveCount {
  addresses: number;
  senders: number;
}

/** What was counted in some blocks. */
export interface ActiveFigures {
  /** In an hour, or on the day that begins with one (unix hours). */
  of(span: { hours: number; start_hour: number }): ActiveCount;
  /** Who was met, but not in the week before: the store knows whether ever. By number, with the hour (unix hours). */
  unseen: ReadonlyMap<number, number>;
  /** By week and month. */
  periods: { addresses: PeriodCounts; senders: PeriodCounts };
  /** As of the last block. */
  windows: ActiveWindowTable[];
}

export const HOURS_PER_DAY = 24;
export const SECONDS_PER_HOUR = 3_600;

const SECONDS_PER_DAY = HOURS_PER_DAY * SECONDS_PER_HOUR;
const SECONDS_PER_WEEK = 7 * SECONDS_PER_DAY;
/** Up to the last block. */
const WINDOWS = [SECONDS_PER_HOUR, SECONDS_PER_DAY, SECONDS_PER_WEEK];
const BLOCKS_PER_READ = 512;

/**
 * Distinct addresses by hour, UTC day, week and month, and in the hour, day and week before the last block: parties of
 * transactions and of token movements. Holds those of the last week, so that no row per address and day is written. Throw
 * it away when a batch wasn't committed.
 */
export class ActiveAddresses {
  #now = NEVER;
  #resumed = false;
  readonly #met = new LastMeetings();
  readonly #sent = new LastMeetings();
  readonly #metPeriods = new PeriodMeetings();
  readonly #sentPeriods = new PeriodMeetings();
  readonly #hours = new Map<number, ActiveCount>();
  readonly #days = new Map<number, ActiveCount>();
  #unseen = new Map<number, number>();

  /** Reads again who was met in the week that the store ends in; only the first call does anything. */
  async resume(db: EvmDb): Promise<void> {
    if (this.#resumed) return;
    const start = await findFirstHeightSince(db, SECONDS_PER_WEEK);
    for (let height = start; height !== undefined; ) {
      const { blocks, next } = await listParties(db, { height, blocks: BLOCKS_PER_READ });
      for (const { time, parties } of blocks) {
        this.advance(time);
        for (const { from, to } of parties) this.meet(from, to);
      }
      height = next;
    }
    this.take();
    this.#resumed = true;
  }

  /** What is met after this was met at a time (unix seconds); times come in order. */
  advance(time: number): void {
    this.#now = time;
    this.#met.advance(time);
    this.#sent.advance(time);
    this.#metPeriods.advance(time);
    this.#sentPeriods.advance(time);
  }

  /** Counts both sides of a movement. */
  meet(from: number, to: number | null): void {
    this.#meet(from);
    if (to !== null) this.#meet(to);
    const before = this.#sent.meet(from);
    if (before === this.#now) return;
    this.#countFirst(before, "senders");
    this.#sentPeriods.meet(from, before);
  }

  /** What was counted since the last call. */
  take(): ActiveFigures {
    const [hours, days, unseen] = [new Map(this.#hours), new Map(this.#days), this.#unseen];
    this.#hours.clear();
    this.#days.clear();
    this.#unseen = new Map();
    const [met, sent] = [this.#met, this.#sent];
    return {
      of: (span) =>
        (span.hours === 1 ? hours.get(span.start_hour) : days.get(span.start_hour / HOURS_PER_DAY)) ??
        newCount(),
      unseen,
      periods: { addresses: this.#metPeriods.take(), senders: this.#sentPeriods.take() },
      windows: WINDOWS.map((seconds, i) => ({
        seconds,
        addresses: met.inWindows[i] ?? 0,
        senders: sent.inWindows[i] ?? 0,
      })),
    };
  }

  #meet(id: number): void {
    const before = this.#met.meet(id);
    if (before === this.#now) return;
    this.#countFirst(before, "addresses");
    this.#metPeriods.meet(id, before);
    if (before === NEVER && !this.#unseen.has(id)) this.#unseen.set(id, hourOf(this.#now));
  }

  /** Counts someone in the hour and on the day, unless it was met in them before. */
  #countFirst(before: number, what: keyof ActiveCount): void {
    const [hour, day] = [hourOf(this.#now), dayOf(this.#now)];
    if (hourOf(before) !== hour) counted(this.#hours, hour)[what] += 1;
    if (dayOf(before) !== day) counted(this.#days, day)[what] += 1;
  }
}

/** When each address was met last, of those met in the week before now. */
class LastMeetings {
  /** How many were met in each of `WINDOWS`, up to now. */
  readonly inWindows = WINDOWS.map(() => 0);
  /** Unix seconds by the address' number. */
  readonly #seconds = new Map<number, number>();
  /** How many were met last in which second, a week of them in a ring. */
  readonly #counts = new Int32Array(SECONDS_PER_WEEK);
  #now = 0;

  advance(now: number): void {
    if (dayOf(now) !== dayOf(this.#now)) {
      for (const [id, second] of this.#seconds)
        if (second <= now - SECONDS_PER_WEEK) this.#seconds.delete(id);
    }
    if (now - this.#now >= SECONDS_PER_WEEK) {
      this.#counts.fill(0);
      this.inWindows.fill(0);
    } else {
      for (let second = this.#now + 1; second <= now; second++) this.#leave(second);
    }
    this.#now = now;
  }

  /** Meets an address now. @returns when it was met before (unix seconds), NEVER when that is a week ago */
  meet(id: number): number {
    const before = this.#seconds.get(id) ?? NEVER;
    if (before === this.#now) return before;
    this.#seconds.set(id, this.#now);
    this.#add(this.#now, 1);
    for (let i = 0; i < WINDOWS.length; i++) if (before <= this.#now - (WINDOWS[i] ?? 0)) this.#enter(i, 1);
    if (before <= this.#now - SECONDS_PER_WEEK) return NEVER;
    this.#add(before, -1);
    return before;
  }

  /** A second begins: whoever was met last just before a window is no longer in it. */
  #leave(second: number): void {
    for (const [i, seconds] of WINDOWS.entries()) this.#enter(i, -this.#countAt(second - seconds));
    this.#counts[placeOf(second)] = 0;
  }

  #enter(window: number, change: number): void {
    this.inWindows[window] = (this.inWindows[window] ?? 0) + change;
  }

  #countAt(second: number): number {
    return this.#counts[placeOf(second)] ?? 0;
  }

  #add(second: number, change: number): void {
    this.#counts[placeOf(second)] = this.#countAt(second) + change;
  }
}

function placeOf(second: number): number {
  return second % SECONDS_PER_WEEK;
}

function hourOf(time: number): number {
  return Math.floor(time / SECONDS_PER_HOUR);
}

function dayOf(time: number): number {
  return Math.floor(time / SECONDS_PER_DAY);
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
