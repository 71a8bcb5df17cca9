import { AsyncLocalStorage } from "node:async_hooks";
import { BusyError } from "../errors";

/** Statements that belong together: those of one answer. */
export interface Reading {
  /** Whether nobody waits for them any more. */
  isOver: () => boolean;
  /** Time that they took so far, ms; what ran beside each other counts once. */
  tookMs: number;
}

const current = new AsyncLocalStorage<{
  reading: Reading;
  /** Statements that run, and when the first of them began. */
  running: number;
  fromMs: number;
}>();

/** Runs `work`, whose statements then count for the reading, and are refused once it is over. */
export function readFor<T>(reading: Reading, work: () => Promise<T>): Promise<T> {
  return current.run({ reading, running: 0, fromMs: 0 }, work);
}

/** Runs work that others may wait for too: whoever began it may leave. */
export function readForAll<T>(work: () => T): T {
  return current.exit(work);
}

/**
 * Starts a statement that reads.
 * @returns what to call once when it has ended, or failed
 * @throws BusyError READ_ENDED when nobody waits for what it is part of
 */
export function beginStatement(): () => void {
  const mine = current.getStore();
  if (mine === undefined) return NOTHING;
  if (mine.reading.isOver()) throw new BusyError("READ_ENDED", "nobody waits for this answer any more");
  if (mine.running === 0) mine.fromMs = performance.now();
  mine.running += 1;
  return () => {
    mine.running -= 1;
    if (mine.running === 0) mine.reading.tookMs += performance.now() - mine.fromMs;
  };
}

const NOTHING = () => {};
