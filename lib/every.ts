import { setTimeout as delay } from "node:timers/promises";

/** Waits `ms`. The signal ends the pause early; it never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {}); // an aborted pause just ends early
}

export interface EveryOptions {
  signal: AbortSignal;
  /** `pause` unless given. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Runs `work` at once, then again `ms` after each run, until the signal. Runs never overlap. Resolves when the last run
 * has ended.
 * @throws what `work` throws; it is not run again after that
 */
export async function every(
  ms: number,
  work: () => Promise<unknown>,
  { signal, sleep = pause }: EveryOptions,
): Promise<void> {
  while (!signal.aborted) {
    await work();
    await sleep(ms, signal);
  }
}
