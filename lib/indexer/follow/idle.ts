import { describeError } from "../../errors";
import type { Log } from "../../log";
import type { AskOptions } from "./read";

/** Between steps, so that the stream can run. */
const PAUSE_MS = 20;
/** While there is nothing to do. */
const POLL_MS = 1_000;
/** After a failure, often because the node does not answer; doubles from the first to the last. */
const BACKOFF_MS = { first: 5_000, last: 60_000 };

/**
 * Runs idle work in steps until the signal is aborted. A step returns whether there was anything to do. A failed step
 * is logged and repeated; its error never reaches the follower.
 * @param failed start of the log line of a failure
 */
export async function repeatSteps(
  step: () => Promise<boolean>,
  failed: string,
  { sleep, signal, log }: Pick<AskOptions, "sleep" | "signal"> & { log: Log },
): Promise<void> {
  let waitMs = BACKOFF_MS.first;
  while (!signal.aborted) {
    try {
      await sleep((await step()) ? PAUSE_MS : POLL_MS, signal);
      waitMs = BACKOFF_MS.first;
    } catch (error) {
      if (signal.aborted) return;
      log.warn(`${failed}: ${describeError(error)}`, { delayMs: waitMs });
      await sleep(waitMs, signal);
      waitMs = Math.min(waitMs * 2, BACKOFF_MS.last);
    }
  }
}
