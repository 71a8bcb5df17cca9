import { describeError, StoreError } from "../errors";
import type { Log } from "../log";

const PAUSE_MS = 10_000;

/**
 * Does `work` again where the store failed it for a while: a full disk is somebody's to clear, and then all goes on.
 * @throws whatever else it throws, and what it throws before it was `ready` for the first time
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
