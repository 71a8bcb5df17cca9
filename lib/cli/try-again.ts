import { describeError, StoreError } from "../errors";
import type { Log } from "../log";

const PAUSE_MS = 10_000;

/**
 * Runs `work` again after a store failure that can pass: an operator can clear a full disk, and indexing continues.
 * @throws any other error, and any error before it `isReady` for the first time
 */
export async function tryAgain(
  work: () => Promise<void>,
  {
    isReady,
    sleep,
    signal,
    log,
  }: {
    isReady: () => boolean;
    sleep: (ms: number, signal: AbortSignal) => Promise<void>;
    signal: AbortSignal;
    log: Log;
  },
): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreError && error.passes) || !isReady() || signal.aborted) throw error;
      log.warn(`${describeError(error)}; Firn tries again every ${PAUSE_MS / 1_000} s`);
      await sleep(PAUSE_MS, signal);
    }
  }
}
