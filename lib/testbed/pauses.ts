import { setTimeout as sleep } from "node:timers/promises";

/** Longest pause of an indexer that rests: a poll of the node costs time that tests need. */
const RESTING_MS = 250;

/**
 * The pauses of an indexer in a test. Tests wait for events, not for clocks: while it works, no pause is longer than
 * `longestMs`. Once all that a test waits for is there, call `rest`.
 */
export class Pauses {
  readonly #longestMs: number;
  /** Ends the pauses that began at rest; undefined while there is work. */
  #rest: AbortController | undefined;

  constructor(longestMs = 20) {
    this.#longestMs = longestMs;
  }

  readonly sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
    // A pause that is short by itself is one between two steps of work.
    const rest = ms >= RESTING_MS ? this.#rest : undefined;
    const end = rest === undefined ? signal : AbortSignal.any([signal, rest.signal]);
    const pause = sleep(Math.min(ms, rest === undefined ? this.#longestMs : RESTING_MS), undefined, {
      signal: end,
    });
    await pause.catch(() => {}); // an aborted pause just ends early
  };

  rest(): void {
    this.#rest ??= new AbortController();
  }

  /** Ends the pauses under way. */
  work(): void {
    this.#rest?.abort();
    this.#rest = undefined;
  }
}
