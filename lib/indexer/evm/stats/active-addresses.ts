import type { EvmDb } from "../../../store/db";
import { findFirstHeightSince, listParties } from "../../../store/queries/evm/figures";
import type { ActiveWindowTable } from "../../../store/tables/evm/activity";
import { NEVER, PeriodActivity, type PeriodCounts } from "./period-activity";

/** Addresses first seen in an hour or on a day. */
export interface ActiveCount {
  addresses: number;
  senders: number;
}

/** Counts over some blocks. */
export interface ActiveStats {
  /** The counts of an hour, or of the day that begins with it (unix hours). */
  countsOf(span: { hours: number; start_hour: number }): ActiveCount;
  /**
   * Addresses that were not seen in the week before: new, if the store does not know them. Number to the hour (unix
   * hours) of their first activity.
   */
  maybeNew: ReadonlyMap<number, number>;
  /** By week and month. */
  periods: { addresses: PeriodCounts; senders: PeriodCounts };
  /** As of the last block. */
  windows: ActiveWindowTable[];
}

export const HOURS_PER_DAY = 24;
export const SECONDS_PER_HOUR = 3_600;

const SECONDS_PER_DAY = HOURS_PER_DAY * SECONDS_PER_HOUR;
const SECONDS_PER_WEEK = 7 * SECONDS_PER_DAY;
/** Lengths of the rolling windows, which end with the last block. */
const WINDOWS = [SECONDS_PER_HOUR, SECONDS_PER_DAY, SECONDS_PER_WEEK];
const BLOCKS_PER_READ = 512;

/**
 * Counts distinct addresses by hour, UTC day, week and month, and in the hour, day and week before the last block: both
 * sides of transactions and of token movements. Remembers one week, so that no row per address and day is needed.
 * Discard it after a batch that was not committed.
 */
export class ActiveAddresses {
  #now = NEVER;
  #resumed = false;
  readonly #seen = new LastSeen();
  readonly #sent = new LastSeen();
  readonly #activePeriods = new PeriodActivity();
  readonly #sentPeriods = new PeriodActivity();
  readonly #hours = new Map<number, ActiveCount>();
  readonly #days = new Map<number, ActiveCount>();
  #maybeNew = new Map<number, number>();

  /** Reads the week up to a block, or to the last one, from the store. Later calls do nothing. */
  async resume(db: EvmDb, upTo = Number.MAX_SAFE_INTEGER): Promise<void> {
    if (this.#resumed) return;
    const start = await findFirstHeightSince(db, SECONDS_PER_WEEK, upTo);
    for (let height = start; height !== undefined && height <= upTo; ) {
      const limit = Math.min(BLOCKS_PER_READ, upTo + 1 - height);
      const { blocks, next } = await listParties(db, { height, blocks: limit });
      for (const { time, parties } of blocks) {
        this.advance(time);
        for (const { from, to } of parties) this.record(from, to);
      }
      height = next;
    }
    this.take();
    this.#resumed = true;
  }

  /** Sets the time (unix seconds) of what is recorded from here on. Times must not decrease. */
  advance(time: number): void {
    this.#now = time;
    this.#seen.advance(time);
    this.#sent.advance(time);
    this.#activePeriods.advance(time);
    this.#sentPeriods.advance(time);
  }

  /** Records both sides of a movement. */
  record(from: number, to: number | null): void {
    this.#recordAddress(from);
    if (to !== null) this.#recordAddress(to);
    const before = this.#sent.record(from);
    if (before === this.#now) return;
    this.#countFirst(before, "senders");
    this.#sentPeriods.record(from, before);
  }

  /** The counts since the last call. */
  take(): ActiveStats {
    const hours = new Map(this.#hours);
    const days = new Map(this.#days);
    const maybeNew = this.#maybeNew;
    this.#hours.clear();
    this.#days.clear();
    this.#maybeNew = new Map();
    const seen = this.#seen;
    const sent = this.#sent;
    return {
      countsOf: (span) =>
        (span.hours === 1 ? hours.get(span.start_hour) : days.get(span.start_hour / HOURS_PER_DAY)) ??
        newCount(),
      maybeNew,
      periods: { addresses: this.#activePeriods.take(), senders: this.#sentPeriods.take() },
      windows: WINDOWS.map((seconds, i) => ({
        seconds,
        addresses: seen.inWindows[i] ?? 0,
        senders: sent.inWindows[i] ?? 0,
      })),
    };
  }

  #recordAddress(id: number): void {
    const before = this.#seen.record(id);
    if (before === this.#now) return;
    this.#countFirst(before, "addresses");
    this.#activePeriods.record(id, before);
    if (before === NEVER && !this.#maybeNew.has(id)) this.#maybeNew.set(id, hourOf(this.#now));
  }

  /** Counts an address in this hour and on this day, unless it was seen in them before. */
  #countFirst(before: number, what: keyof ActiveCount): void {
    const hour = hourOf(this.#now);
    const day = dayOf(this.#now);
    if (hourOf(before) !== hour) counted(this.#hours, hour)[what] += 1;
    if (dayOf(before) !== day) counted(this.#days, day)[what] += 1;
  }
}

/** When each address was last seen within the last week. */
class LastSeen {
  /** Number of addresses in each of `WINDOWS`, up to now. */
  readonly inWindows = WINDOWS.map(() => 0);
  /** Unix seconds by address number. */
  readonly #seconds = new Map<number, number>();
  /** Number of addresses last seen in each second: a ring of one week. */
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

  /** Records an address now. @returns when it was last seen (unix seconds), NEVER if not within a week */
  record(id: number): number {
    const before = this.#seconds.get(id) ?? NEVER;
    if (before === this.#now) return before;
    this.#seconds.set(id, this.#now);
    this.#add(this.#now, 1);
    for (let i = 0; i < WINDOWS.length; i++) if (before <= this.#now - (WINDOWS[i] ?? 0)) this.#enter(i, 1);
    if (before <= this.#now - SECONDS_PER_WEEK) return NEVER;
    this.#add(before, -1);
    return before;
  }

  /** A new second: addresses last seen before a window drop out of it. */
  #leave(second: number): void {
    for (const [i, seconds] of WINDOWS.entries()) this.#enter(i, -this.#countAt(second - seconds));
    this.#counts[slotOf(second)] = 0;
  }

  #enter(window: number, change: number): void {
    this.inWindows[window] = (this.inWindows[window] ?? 0) + change;
  }

  #countAt(second: number): number {
    return this.#counts[slotOf(second)] ?? 0;
  }

  #add(second: number, change: number): void {
    this.#counts[slotOf(second)] = this.#countAt(second) + change;
  }
}

function slotOf(second: number): number {
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
