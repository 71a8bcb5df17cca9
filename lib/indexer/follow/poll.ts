/** Pause between polls while blocks come: how late a new block may be noticed. */
export const POLL_MS = 250;
/** Blocks count as coming for this long after the last one. */
const COMING_MS = 30_000;
/** Pause between polls at rest. */
const IDLE_MS = 2_000;

export interface PollOptions {
  /** Unix or monotonic milliseconds. */
  now: () => number;
  /** Resolves after `ms`, or at once when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Pause at rest, ms: 2 s unless given. */
  idleMs?: number | undefined;
}

/** Pauses between requests for the node's head: short while blocks come, longer at rest (decision 0028). */
export class Poll {
  /** Pause at rest, ms. */
  idleMs: number;
  readonly #options: PollOptions;
  #quickSince = Number.NEGATIVE_INFINITY;
  /** Another reader has seen a block that this one has not seen yet. */
  #isAwaited = false;
  #waiting: AbortController | undefined;

  constructor(options: PollOptions) {
    this.#options = options;
    this.idleMs = options.idleMs ?? IDLE_MS;
  }

  /** Call when the node has something new. */
  news(): void {
    // A reader that was woken for this block will be woken for the next one too.
    this.#quickSince = this.#isAwaited ? Number.NEGATIVE_INFINITY : this.#options.now();
    this.#isAwaited = false;
  }

  /** Call when another reader has seen news: ends the pause, and keeps pauses short until the news is seen here. */
  wake(): void {
    this.#quickSince = this.#options.now();
    this.#isAwaited = true;
    this.#waiting?.abort();
  }

  /** Resolves when it is time to poll again, or when the signal is aborted. */
  async pause(signal: AbortSignal): Promise<void> {
    const { now, sleep } = this.#options;
    const waiting = new AbortController();
    const end = () => waiting.abort();
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
    this.#waiting = waiting;
    const isQuick = Math.abs(now() - this.#quickSince) < COMING_MS;
    await sleep(isQuick ? POLL_MS : this.idleMs, waiting.signal);
    this.#waiting = undefined;
    signal.removeEventListener("abort", end);
  }
}
