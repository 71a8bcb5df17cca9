import type { Post, PostAnswer } from "../client/post";
import { every } from "../every";
import type { Log } from "../log";
import { Mutex } from "../mutex";
import type { DeliveryDb } from "../store/db";
import {
  type DeliveryRow,
  deleteDelivery,
  findDelivery,
  findTarget,
  listDue,
  listDueTargets,
  type TargetRow,
  updateDelivery,
  updateTarget,
} from "../store/queries/delivery";
import { closeTarget, secretOf } from "./outbox";
import { DEAD_AFTER_MS, DOUBTED_AFTER, MOST_ATTEMPTS, pauseAfter, pauseOfTarget } from "./pauses";
import { signatureOf } from "./signature";

/** Where a target's messages go. */
export interface Outlet {
  url: string;
  headers: Record<string, string>;
  /** Signs them, hex; without one they are not signed. */
  secret?: string | undefined;
}

export interface DeliverOptions {
  /** For reading. */
  db: DeliveryDb;
  /** Commits as the one process that delivers. @throws StoreError STORE_CONFLICT when it no longer is */
  commit<T>(work: (db: DeliveryDb) => Promise<T>): Promise<T>;
  post: Post;
  /** Outlets of targets whose address is not in the store; what waits for one without goes on waiting. */
  outletOf?: (target: string) => Outlet | undefined;
  /** Unix ms. */
  nowMs: () => number;
  /** At least 0, below 1. */
  random?: () => number;
  /** How often messages are looked for, ms. */
  lookMs?: number;
  signal: AbortSignal;
  log: Log;
}

/** Requests at a time: in all, and to one target. */
const MOST_AT_ONCE = { all: 8, target: 4 };
const LOOK_MS = 250;
/** Longest kept sentence about a failure. */
const LONGEST_ERROR = 300;

/**
 * Sends what waits in an outbox until the signal. Each message is sent until its receiver answers 2xx, with growing pauses;
 * whoever is killed in between sends it again with the same id.
 * @throws what `commit` throws
 */
export async function deliver(options: DeliverOptions): Promise<void> {
  const delivery = new Delivery(options);
  try {
    await every(options.lookMs ?? LOOK_MS, () => delivery.look(), { signal: options.signal });
  } finally {
    await delivery.end();
  }
}

class Delivery {
  readonly #options: DeliverOptions;
  /** What is on its way: by number of the message, the target. */
  readonly #sent = new Map<number, string>();
  /** What has come back since the last look: until the next one begins, its query may still show it as due. */
  readonly #back = new Set<number>();
  readonly #looking = new Mutex();
  readonly #running = new Set<Promise<void>>();
  #failure: { error: unknown } | undefined;

  constructor(options: DeliverOptions) {
    this.#options = options;
  }

  /** Sends what is due, as far as there is room. Waits for none of it. */
  async look(): Promise<void> {
    await this.#looking.run(async () => {
      for (const number of this.#back) this.#sent.delete(number);
      this.#back.clear();
      await this.#sendDue();
    });
  }

  async #sendDue(): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    const { db, nowMs, signal } = this.#options;
    const targets = await listDueTargets(db, nowMs());
    // Those with the fewest requests under way first: nobody waits behind a slow one.
    targets.sort((a, b) => this.#countTo(a) - this.#countTo(b));
    for (const target of targets) {
      const outlet = await this.#outletOf(target);
      if (outlet === undefined) continue;
      const most = target.failures >= DOUBTED_AFTER ? 1 : MOST_AT_ONCE.target;
      const limit = most + this.#countTo(target);
      for (const message of await listDue(db, { target: target.id, nowMs: nowMs(), limit })) {
        if (signal.aborted || this.#sent.size >= MOST_AT_ONCE.all) return;
        if (this.#countTo(target) >= most || this.#sent.has(message.number)) continue;
        this.#start(target, message, outlet);
      }
    }
  }

  /** Resolves when nothing is under way. */
  async end(): Promise<void> {
    await Promise.all(this.#running);
  }

  #countTo({ id }: TargetRow): number {
    return [...this.#sent.values()].filter((target) => target === id).length;
  }

  async #outletOf({ id, url, signer }: TargetRow): Promise<Outlet | undefined> {
    const { db, outletOf } = this.#options;
    return url === "" ? outletOf?.(id) : { url, headers: {}, secret: await secretOf(db, signer) };
  }

  #start(target: TargetRow, message: DeliveryRow, outlet: Outlet): void {
    this.#sent.set(message.number, target.id);
    const running = this.#send(target, message, outlet)
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => {
        this.#back.add(message.number);
        this.#running.delete(running);
        if (!this.#options.signal.aborted && !this.#failure)
          this.look().catch((error: unknown) => {
            this.#failure ??= { error };
          });
      });
    this.#running.add(running);
  }

  async #send(target: TargetRow, message: DeliveryRow, { url, headers, secret }: Outlet): Promise<void> {
    const { post, nowMs, signal, commit } = this.#options;
    const answer = await post({
      url,
      body: message.body,
      isPrivate: target.is_private === 1,
      signal,
      headers: {
        ...headers,
        ...(secret !== undefined && { "x-signature": signatureOf(message.body, secret) }),
        "x-firn-timestamp": String(Math.floor(nowMs() / 1_000)),
        "x-firn-message-id": message.message_id,
      },
    });
    // Stopped in between: the message is as it was.
    if (answer === undefined) return;
    await commit((trx) => this.#note(trx, message, answer));
  }

  /** Keeps how an attempt ended. Nothing of a message that is gone: its target was closed meanwhile. */
  async #note(db: DeliveryDb, sent: DeliveryRow, answer: PostAnswer): Promise<void> {
    const { nowMs } = this.#options;
    const message = await findDelivery(db, sent);
    const target = await findTarget(db, sent.target);
    if (message === undefined || target === undefined) return;
    if (answer.ok) {
      await deleteDelivery(db, message.number);
      const fresh = { failures: 0, failing_since_ms: null, paused_until_ms: 0, last_success_ms: nowMs() };
      return updateTarget(db, target.id, { ...fresh, delivered: target.delivered + 1 });
    }
    await this.#noteFailure(db, { target, message, reason: answer.reason.slice(0, LONGEST_ERROR) });
  }

  async #noteFailure(
    db: DeliveryDb,
    { target, message, reason }: { target: TargetRow; message: DeliveryRow; reason: string },
  ): Promise<void> {
    const { random = Math.random, nowMs, log } = this.#options;
    const now = nowMs();
    const attempts = message.attempts + 1;
    const isGivenUp = attempts >= MOST_ATTEMPTS;
    if (isGivenUp) await deleteDelivery(db, message.number);
    else {
      const next_at_ms = now + pauseAfter(attempts, random());
      await updateDelivery(db, message.number, { attempts, next_at_ms });
    }
    const failures = target.failures + 1;
    const failingSince = target.failing_since_ms ?? now;
    await updateTarget(db, target.id, {
      failures,
      failing_since_ms: failingSince,
      last_failure_ms: now,
      last_error: reason,
      paused_until_ms: failures < DOUBTED_AFTER ? 0 : now + pauseOfTarget(failures, random()),
      dropped: target.dropped + Number(isGivenUp),
    });
    if (now - failingSince < DEAD_AFTER_MS) return;
    log.warn("a target is closed: nothing reached it for two days", { target: target.id, reason });
    await closeTarget(db, target.id, `nothing was taken for two days: ${reason}`);
  }
}
