import type { NodeClient, NodeContainer } from "../../client/node";
import type { IndexName } from "../../contract/node/index";
import { NodeError } from "../../errors";
import { Poll, type PollOptions } from "./poll";

/** One index of a node. */
export interface IndexSource {
  node: Pick<NodeClient, "getContainerRange" | "getLastAccepted">;
  name: IndexName;
}

/** Which container a node has last. */
export type NodeHead = Pick<NodeContainer, "index" | "containerId">;

/** What the reader tells whoever shows the state of a stream. */
export interface ReaderEvents {
  /** The node answered: its last container; undefined while it has none. */
  onHead(head: NodeHead | undefined): void | Promise<void>;
  /** It did not; the reader goes on trying after `delayMs`. */
  onTrouble(error: NodeError, delayMs: number): void;
}

export interface ReaderOptions extends ReaderEvents, PollOptions {
  /** Ends reading. */
  signal: AbortSignal;
  /** The verb's duration, ms per batch. */
  observe: (milliseconds: number) => void;
}

type AskOptions = Omit<ReaderOptions, "onHead">;

/** Most containers the node gives at once. */
const RANGE = 1024;
/** Batches and bytes read ahead of what was taken. */
const BATCHES_AHEAD = 3;
const BYTES_AHEAD = 64 * 1024 * 1024;
/** A batch aims at this many bytes: on chains of large blocks ranges get shorter. */
const BATCH_BYTES = 16 * 1024 * 1024;
/** While catching up the node's head only serves to show how far it is: asked now and then. */
const HEAD_KNOWN_MS = 1_000;
/** Waiting after trouble doubles from the first to the last. */
const BACKOFF_MS = { first: 250, last: 5_000 };

/** A node that asks to be left alone is, for at most so long. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Containers of one index in order from `start`, for ever: ahead of the taker by at most 3 batches and 64 MiB while
 * catching up, one by one as they come at the head. Trouble with the node is reported and tried again; only the
 * signal ends the reading (the iteration then returns).
 */
export async function* readContainers(
  source: IndexSource,
  start: number,
  options: ReaderOptions,
): AsyncGenerator<NodeContainer[], void, void> {
  const shelf = new Shelf();
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const filling = fill(shelf, source, { ...options, start, signal });
  // Its error is thrown below, when what was read before is taken; until then nobody waits for it.
  filling.catch(() => undefined);
  try {
    for (;;) {
      const batch = await shelf.take();
      if (batch === undefined) break;
      yield batch;
    }
    await filling;
  } finally {
    stop.abort();
    shelf.close();
    await filling.catch(() => undefined);
  }
}

async function fill(
  shelf: Shelf,
  source: IndexSource,
  options: ReaderOptions & { start: number },
): Promise<void> {
  const { signal } = options;
  const poll = new Poll(options);
  const quietly = { ...options, observe: () => {} };
  let next = options.start;
  let count = RANGE;
  let head: number | undefined;
  /** As the node said last; -1 while it had none. */
  let seen: number | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  try {
    while (!signal.aborted) {
      if (head === undefined || next > head || options.now() - askedAt > HEAD_KNOWN_MS) {
        const answer = await askUntilAnswered(() => readHead(source, signal), quietly);
        if (answer && answer.index > (seen ?? answer.index)) poll.news();
        if (!signal.aborted) seen = answer?.index ?? -1;
        head = answer?.index;
        askedAt = options.now();
        if (!signal.aborted) await options.onHead(answer);
      }
      if (head === undefined || next > head) {
        await poll.pause(signal);
        continue;
      }
      await shelf.room();
      if (signal.aborted) break;
      const wanted = Math.min(count, head - next + 1);
      const batch = await askUntilAnswered(
        () => readRange(source, { start: next, count: wanted, signal }),
        options,
      );
      if (batch === undefined) break;
      if (batch.length === 0) {
        head = undefined;
        continue;
      }
      const bytes = shelf.put(batch);
      next += batch.length;
      count = fittingCount(bytes, batch.length);
    }
  } finally {
    shelf.close();
  }
}

/** The last container; undefined while the node has none. */
export async function readHead(
  { node, name }: IndexSource,
  signal: AbortSignal,
): Promise<NodeHead | undefined> {
  return node.getLastAccepted(name, { signal });
}

/** Containers; none when the node has become one that has fewer. */
async function readRange(
  source: IndexSource,
  { start, count, signal }: { start: number; count: number; signal: AbortSignal },
): Promise<NodeContainer[]> {
  const batch = await source.node.getContainerRange(source.name, start, count, { signal });
  if (batch.length > 0 && batch.length <= count) return batch;
  if (batch.length === 0 && ((await readHead(source, signal))?.index ?? -1) < start) return [];
  throw new NodeError(
    "NODE_BAD_ANSWER",
    `the node gave ${batch.length} containers from index ${start}, ${count} were asked for`,
  );
}

/** As many containers as fit `BATCH_BYTES` if the next ones are like the last. */
function fittingCount(bytes: number, containers: number): number {
  const fitting = Math.floor((BATCH_BYTES * containers) / Math.max(bytes, 1));
  return Math.max(1, Math.min(RANGE, fitting));
}

/** Asks until there is an answer, reporting and waiting between tries; undefined once the signal is aborted. */
export async function askUntilAnswered<T>(
  ask: () => Promise<T>,
  options: AskOptions,
): Promise<T | undefined> {
  for (let delayMs = BACKOFF_MS.first; !options.signal.aborted; ) {
    const startedAt = options.now();
    try {
      const answer = await ask();
      options.observe(options.now() - startedAt);
      return answer;
    } catch (error) {
      if (options.signal.aborted) return undefined;
      if (!(error instanceof NodeError)) throw error;
      const waitMs = Math.max(delayMs, Math.min(Number(error.details?.retryAfterMs ?? 0), LONGEST_WAIT_MS));
      options.onTrouble(error, waitMs);
      await options.sleep(waitMs, options.signal);
      delayMs = Math.min(delayMs * 2, BACKOFF_MS.last);
    }
  }
  return undefined;
}

/** Batches read and not yet taken. One reader, one taker. */
class Shelf {
  readonly #batches: { batch: NodeContainer[]; bytes: number }[] = [];
  #bytes = 0;
  #closed = false;
  #wake: (() => void)[] = [];

  /** Resolves when another batch may be read. */
  async room(): Promise<void> {
    while (!this.#closed && (this.#batches.length >= BATCHES_AHEAD || this.#bytes >= BYTES_AHEAD)) {
      await this.#change();
    }
  }

  /** @returns bytes of the batch */
  put(batch: NodeContainer[]): number {
    const bytes = batch.reduce((sum, container) => sum + container.bytes.length, 0);
    this.#batches.push({ batch, bytes });
    this.#bytes += bytes;
    this.#changed();
    return bytes;
  }

  /** The next batch; undefined once closed and empty. */
  async take(): Promise<NodeContainer[] | undefined> {
    for (;;) {
      const first = this.#batches.shift();
      if (first) {
        this.#bytes -= first.bytes;
        this.#changed();
        return first.batch;
      }
      if (this.#closed) return undefined;
      await this.#change();
    }
  }

  close(): void {
    this.#closed = true;
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
