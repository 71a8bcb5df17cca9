import { AsyncLocalStorage } from "node:async_hooks";
import { BusyError } from "../errors";

/** Statements that belong together: those of one answer. */
export interface Reading {
  /** Whether nobody waits for them any more. */
  isOver: () => boolean;
  /** Time that they took so far, ms. */
  tookMs: number;
}

const current = new AsyncLocalStorage<Reading>();

/** Runs `work`, whose statements then count for the reading, and are refused once it is over. */
export function readFor<T>(reading: Reading, work: () => Promise<T>): Promise<T> {
  return current.run(reading, work);
}

/** Runs work that others may wait for too: whoever began it may leave. */
export function readForAll<T>(work: () => T): T {
  return current.exit(work);
}

/**
 * Starts a statement that reads.
 * @returns what to call when it has ended
 * @throws BusyError READ_ENDED when nobody waits for what it is part of
 */
export function beginStatement(): () => void {
  const reading = current.getStore();
  if (reading === undefined) return NOTHING;
  if (reading.isOver()) throw new BusyError("READ_ENDED", "nobody waits for this answer any more");
  const from = performance.now();
  return () => {
    reading.tookMs += performance.now() - from;
  };
}

const NOTHING = () => {};
