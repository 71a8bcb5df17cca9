export interface ReadAheadOptions<T> {
  signal: AbortSignal;
  /** Values that wait to be taken; the next is made meanwhile only where there is room for it. */
  most: number;
  /** Likewise, the sum of their sizes. */
  mostBytes?: number;
  sizeOf?: (value: T) => number;
}

/**
 * Values that are made ahead of who takes them. An error is thrown once those before it are taken. Whoever takes no more
 * ends the making: the signal that `open` is given is then aborted, and it is waited for.
 */
export async function* readAhead<T>(
  open: (signal: AbortSignal) => AsyncIterable<T>,
  options: ReadAheadOptions<T>,
): AsyncGenerator<T, void, void> {
  const queue = new BoundedQueue(options);
  const over = new AbortController();
  const filling = fill(queue, open(AbortSignal.any([options.signal, over.signal])));
  filling.catch(() => undefined); // thrown when it is waited for
  try {
    for (let next = await queue.take(); next; next = await queue.take()) yield next.value;
    await filling;
  } finally {
    over.abort();
    queue.close();
    await filling.catch(() => undefined);
  }
}

async function fill<T>(queue: BoundedQueue<T>, values: AsyncIterable<T>): Promise<void> {
  try {
    for await (const value of values) {
      queue.put(value);
      await queue.room();
      if (queue.isClosed) return;
    }
  } finally {
    queue.close();
  }
}

/** Values made and not yet taken. One maker, one taker. */
class BoundedQueue<T> {
  readonly #options: ReadAheadOptions<T>;
  readonly #values: { value: T; bytes: number }[] = [];
  #bytes = 0;
  #wake: (() => void)[] = [];
  isClosed = false;

  constructor(options: ReadAheadOptions<T>) {
    this.#options = options;
  }

  /** Resolves when another value may be made, or the queue is closed. */
  async room(): Promise<void> {
    const { most, mostBytes = Number.POSITIVE_INFINITY } = this.#options;
    while (!this.isClosed && (this.#values.length >= most || this.#bytes >= mostBytes)) await this.#change();
  }

  put(value: T): void {
    const bytes = this.#options.sizeOf?.(value) ?? 0;
    this.#values.push({ value, bytes });
    this.#bytes += bytes;
    this.#changed();
  }

  /** The next value; undefined once closed and empty. */
  async take(): Promise<{ value: T } | undefined> {
    for (;;) {
      const first = this.#values.shift();
      if (first) {
        this.#bytes -= first.bytes;
        this.#changed();
        return first;
      }
      if (this.isClosed) return undefined;
      await this.#change();
    }
  }

  close(): void {
    this.isClosed = true;
    this.#changed();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#wake.push(resolve));
  }

  #changed(): void {
    const waiting = this.#wake;
    this.#wake = [];
    for (const wake of waiting) wake();
  }
}
