import { ConfigError, describeError, FirnError } from "../errors";
import type { Log } from "../log";
import { type Claim, HEARTBEAT_MS, type Lease, proveLease, takeLease } from "../store/bookkeeping/lease";
import type { BookkeepingDb } from "../store/db";
import { engineOf } from "../store/engine";

/** Name of the lease on a store; its holder may write. */
export const LEASE_NAME = "indexer";

export interface HoldOptions {
  /** Unix ms, whole. */
  now: () => number;
  /** Resolves after `ms`, or at once when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  log: Log;
  /** Called when another process keeps the lease of a shared store: the work begins once that one has ended. */
  onStandBy?: () => void;
}

/** A previous holder may need a moment to end: how long, and how often, to try again. */
const LONGEST_WAIT_MS = 10_000;
const ASK_AGAIN_MS = 250;
/** How often an indexer that stands by asks. */
const STAND_BY_MS = 1_000;

/**
 * Runs `work` as the only writer of a store. The lease is held from before `work` begins until it has ended, even while
 * it waits. The signal given to `work` is also aborted when the lease is lost.
 * @throws ConfigError LEASE_HELD while another process writes the store, unless the work stands by
 * @throws StoreError STORE_CONFLICT when another process took it over
 */
export async function whileHolding<T>(
  db: BookkeepingDb,
  claim: Claim,
  options: HoldOptions & { work: (signal: AbortSignal) => Promise<T> },
): Promise<T> {
  const lease = await waitForLease(db, claim, options);
  const lost = new AbortController();
  const over = new AbortController();
  const heartbeat = sendHeartbeats(db, { lease, claim }, { ...options, signal: over.signal }).catch(
    (error: unknown) => lost.abort(error),
  );
  try {
    const done = await options.work(AbortSignal.any([options.signal, lost.signal]));
    lost.signal.throwIfAborted();
    return done;
  } catch (error) {
    throw lost.signal.aborted ? lost.signal.reason : await failureReason(error, { db, claim });
  } finally {
    over.abort();
    await heartbeat;
    await lease
      .release()
      .catch((error: unknown) =>
        options.log.warn(`the lease could not be released: ${describeError(error)}`),
      );
  }
}

async function waitForLease(
  db: BookkeepingDb,
  claim: Claim,
  { now, sleep, signal, log, onStandBy }: HoldOptions,
): Promise<Lease> {
  let standsBy = false;
  for (let waitedMs = 0; ; waitedMs += ASK_AGAIN_MS) {
    try {
      return await takeLease(db, { ...claim, nowMs: now() });
    } catch (error) {
      const isHeld = error instanceof ConfigError && error.code === "LEASE_HELD";
      if (!isHeld || signal.aborted) throw error;
      if (waitedMs >= LONGEST_WAIT_MS && !standsBy) {
        if (onStandBy === undefined || !engineOf(db).isShared) throw error;
        standsBy = true;
        log.info(`${error.message}: standing by, to go on when it ends`);
        onStandBy();
      }
      await sleep(standsBy ? STAND_BY_MS : ASK_AGAIN_MS, signal);
    }
  }
}

/**
 * Shows that the holder is running, checks that the lease and the file are still its own, and keeps an idle store's log
 * short.
 * @throws StoreError STORE_CONFLICT
 */
async function sendHeartbeats(
  db: BookkeepingDb,
  { lease, claim }: { lease: Lease; claim: Claim },
  { now, sleep, signal, log }: HoldOptions,
): Promise<void> {
  let hasWarned = false;
  while (!signal.aborted) {
    try {
      await proveLease(db, claim);
      lease.proveStore();
      await lease.heartbeat(now());
    } catch (error) {
      if (error instanceof FirnError && error.code === "STORE_CONFLICT") throw error;
      // A failing disk also fails the next commit; a heartbeat alone is no reason to end.
      if (!hasWarned) log.warn(`the store's upkeep failed: ${describeError(error)}`);
      hasWarned = true;
    }
    await sleep(HEARTBEAT_MS, signal);
  }
}

/** Why work failed. After a takeover, that is the reason, whatever failed. */
async function failureReason(
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
