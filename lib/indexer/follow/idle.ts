import { describeError } from "../../errors";
import type { Log } from "../../log";
import type { AskOptions } from "./read";

/** Between steps, so that the stream always has its turn. */
const PAUSE_MS = 20;
/** While there is nothing to do. */
const POLL_MS = 1_000;
/** After a failure, which is often that the node does not answer: doubles from the first to the last. */
const BACKOFF_MS = { first: 5_000, last: 60_000 };

/**
 * Idle work in steps, until the signal ends it. A step returns whether there was anything to do. One that fails is logged
 * and repeated: nothing that happens in it reaches the follower.
 * @param failed what is said of a failure
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
