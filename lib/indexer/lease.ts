import { ConfigError, describeError, FirnError } from "../errors";
import type { Log } from "../log";
import { BEAT_MS, type Claim, type Lease, proveLease, takeLease } from "../store/bookkeeping/lease";
import type { BookkeepingDb } from "../store/db";

/** The one lease of a store: whoever holds it writes. */
export const LEASE_NAME = "indexer";

export interface HoldOptions {
  /** Unix ms, whole. */
  now: () => number;
  /** Resolves after `ms`, or at once when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  log: Log;
}

/** One that is told to end needs a moment: its successor asks again for so long, so often. */
const LONGEST_WAIT_MS = 10_000;
const ASK_AGAIN_MS = 250;

/**
 * Does `work` as the one who may write a store. The lease is held from before `work` begins until it has ended, whatever
 * it waits for meanwhile; `work` is given a signal that is also aborted when the lease is lost.
 * @throws ConfigError LEASE_HELD while somebody else writes the store
 * @throws StoreError STORE_CONFLICT when somebody else took it over
 */
export async function whileHolding<T>(
  db: BookkeepingDb,
  claim: Claim,
  options: HoldOptions & { work: (signal: AbortSignal) => Promise<T> },
): Promise<T> {
  const lease = await waitForLease(db, claim, options);
  const lost = new AbortController();
  const over = new AbortController();
  const heartbeat = keepBeating(db, { lease, claim }, { ...options, signal: over.signal }).catch(
    (error: unknown) => lost.abort(error),
  );
  try {
    const done = await options.work(AbortSignal.any([options.signal, lost.signal]));
    lost.signal.throwIfAborted();
    return done;
  } catch (error) {
    throw lost.signal.aborted ? lost.signal.reason : await whyItFailed(error, { db, claim });
  } finally {
    over.abort();
    await heartbeat;
    await lease
      .release()
      .catch((error: unknown) =>
        options.log.warn(`the lease could not be given back: ${describeError(error)}`),
      );
  }
}

async function waitForLease(
  db: BookkeepingDb,
  claim: Claim,
  { now, sleep, signal }: HoldOptions,
): Promise<Lease> {
  for (let waitedMs = 0; ; waitedMs += ASK_AGAIN_MS) {
    try {
      return await takeLease(db, { ...claim, nowMs: now() });
    } catch (error) {
      const held = error instanceof ConfigError && error.code === "LEASE_HELD";
      if (!held || waitedMs >= LONGEST_WAIT_MS || signal.aborted) throw error;
      await sleep(ASK_AGAIN_MS, signal);
    }
  }
}

/**
 * Shows that the holder is at work, looks whether it still is the holder of the file that is there, and keeps a resting
 * store's log short.
 * @throws StoreError STORE_CONFLICT
 */
async function keepBeating(
  db: BookkeepingDb,
  { lease, claim }: { lease: Lease; claim: Claim },
  { now, sleep, signal, log }: HoldOptions,
): Promise<void> {
  let complained = false;
  while (!signal.aborted) {
    try {
      await proveLease(db, claim);
      lease.proveStore();
      await lease.beat(now());
    } catch (error) {
      if (error instanceof FirnError && error.code === "STORE_CONFLICT") throw error;
      // A disk that fails says so at the next commit: this alone is no reason to end.
      if (!complained) log.warn(`the store can't be kept as it should: ${describeError(error)}`);
      complained = true;
    }
    await sleep(BEAT_MS, signal);
  }
}

/** Where another one writes, what was read no longer holds: that is why, not what failed of it. */
async function whyItFailed(
  error: unknown,
  { db, claim }: { db: BookkeepingDb; claim: Claim },
): Promise<unknown> {
  try {
    await proveLease(db, claim);
    return error;
  } catch (reason) {
    return reason instanceof FirnError && reason.code === "STORE_CONFLICT" ? reason : error;
  }
}
