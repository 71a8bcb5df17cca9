export interface ReadAheadOptions<T> {
  signal: AbortSignal;
  /** Most values waiting to be taken; no further value is produced while the queue is full. */
  most: number;
  /** Likewise, most bytes of waiting values. */
  mostBytes?: number;
  sizeOf?: (value: T) => number;
}

/**
 * Produces values ahead of the consumer. An error is thrown after the values before it. When the consumer stops early,
 * the signal given to `open` is aborted and its end awaited.
 */
export async function* readAhead<T>(
  open: (signal: AbortSignal) => AsyncIterable<T>,
  options: ReadAheadOptions<T>,
): AsyncGenerator<T, void, void> {
  const queue = new BoundedQueue(options);
  const over = new AbortController();
  const filling = fill(queue, open(AbortSignal.any([options.signal, over.signal])));
  filling.catch(() => undefined); // thrown when awaited
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

/** Values produced and not yet taken. One producer, one consumer. */
class BoundedQueue<T> {
  readonly #options: ReadAheadOptions<T>;
  readonly #values: { value: T; bytes: number }[] = [];
  #bytes = 0;
  #wake: (() => void)[] = [];
  isClosed = false;

  constructor(options: ReadAheadOptions<T>) {
    this.#options = options;
  }

  /** Resolves when there is room for another value, or the queue is closed. */
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
