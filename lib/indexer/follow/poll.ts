/** How soon a node is asked again while blocks come: what it accepts is seen within that time. */
export const POLL_MS = 250;
/** Blocks come, when the last one came within that time. */
const COMING_MS = 30_000;
/** How soon it is asked again at rest. */
const IDLE_MS = 2_000;

export interface PollOptions {
  /** Unix or monotonic milliseconds. */
  now: () => number;
  /** Resolves after `ms`, or at once when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Pause at rest, ms: 2 s unless given. */
  idleMs?: number | undefined;
}

/** The pauses between two questions for what a node has last: short while blocks come, longer at rest (decision 0028). */
export class Poll {
  /** Pause at rest, ms. */
  idleMs: number;
  readonly #options: PollOptions;
  #quickSince = Number.NEGATIVE_INFINITY;
  /** Somebody else has seen a block that was not seen here yet. */
  #isAwaited = false;
  #waiting: AbortController | undefined;

  constructor(options: PollOptions) {
    this.#options = options;
    this.idleMs = options.idleMs ?? IDLE_MS;
  }

  /** The node has something that it had not before. */
  news(): void {
    // Who was told of this block is told of the next one too.
    this.#quickSince = this.#isAwaited ? Number.NEGATIVE_INFINITY : this.#options.now();
    this.#isAwaited = false;
  }

  /** Somebody else has seen news: the pause ends, and those that follow are short until they are seen here. */
  wake(): void {
    this.#quickSince = this.#options.now();
    this.#isAwaited = true;
    this.#waiting?.abort();
  }

  /** Resolves when it is time to ask again, and at once when the signal is aborted. */
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
