import { NodeError } from "../../errors";
import type { BlockSource } from "../../store/tables/bookkeeping";
import { Poll, type PollOptions } from "./poll";

/** The node's last item. */
export interface NodeHead {
  index: number;
  /** Absent where the answer does not name it. */
  containerId?: Uint8Array;
}

/** Items that a node has of one chain, in order, numbered without a gap. */
export interface Source<Item> {
  /** The last item; undefined while there is none. */
  head(signal: AbortSignal): Promise<NodeHead | undefined>;
  /**
   * At most `count` items from number `start` on. Empty when the node lacks the first one, or when a smaller `count`
   * must be tried.
   */
  read(start: number, count: number, signal: AbortSignal): Promise<Item[]>;
  /** Number of the first item that there is. Known once it is read; items before it are asked for from number 0 on. */
  readonly first?: number;
  /** How an item is read, once it is, or would be if it is the next one. Absent where there is only one way. */
  reads?(index: number): BlockSource;
}

/** How requests to a node are made and reported. */
export interface AskOptions {
  /** Unix or monotonic ms. */
  now: () => number;
  /** Resolves after `ms`, or at once when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Ends the request. */
  signal: AbortSignal;
  /** Called with the duration of an answer, ms. */
  observe?: ((milliseconds: number) => void) | undefined;
  /** Called when the node did not answer; it is asked again after `delayMs`. */
  onFailure?: (error: NodeError, delayMs: number) => void | Promise<void>;
  /** Called when a request that had failed is answered. */
  onAnswer?: () => void | Promise<void>;
}

/** What a reader reports to the status of a stream. */
export interface SourceEvents extends Pick<AskOptions, "onFailure" | "onAnswer"> {
  /** The node's last item, at each request; undefined while it has none. */
  onHead(head: NodeHead | undefined): void | Promise<void>;
  /** What the node says about its limits, when it says so to a reader in another thread. */
  onLimit?(limit: string): void;
  /** Where the node's blocks are read from now. */
  onSource?(source: BlockSource): void;
}

export interface ReaderOptions extends SourceEvents, AskOptions, PollOptions {}

export interface SourceOptions<Item> extends ReaderOptions {
  /** Pauses at the head, which another reader may end. */
  poll?: Poll | undefined;
  /** Ends at the head instead of waiting there. */
  untilHead?: boolean | undefined;
  /** Items to request at first. */
  firstCount: number;
  /** Items to request next, if they are like these. */
  fittingCount: (items: readonly Item[]) => number;
}

/** So often a node may lack an item that its head promises, as one of several behind an address does for a moment. */
const PATIENCE = 4;

/** While catching up the head only shows progress, so it is requested no more often than this. */
const HEAD_KNOWN_MS = 1_000;

/** Items of one request; `isHead` when the last of them is the node's last. */
export interface SourceBatch<Item> {
  items: Item[];
  isHead: boolean;
}

/**
 * Items in order from `start`, endlessly: many at once while catching up, one by one at the head. Failures of the node
 * are reported and retried; only the signal ends it.
 */
export async function* readSource<Item>(
  source: Source<Item>,
  start: number,
  options: SourceOptions<Item>,
): AsyncGenerator<SourceBatch<Item>, void, void> {
  const { signal, now, poll = new Poll(options) } = options;
  let next = start;
  let count = options.firstCount;
  let head: number | undefined;
  /** As the node last reported; -1 while it had none. */
  let seen: number | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  /** How often the node did not return the next item although it has later ones. */
  let lacked = 0;
  const noLongerLacks = async () => {
    if (lacked > PATIENCE) await options.onAnswer?.();
    lacked = 0;
  };
  const say = (index: number) => {
    const how = source.reads?.(index);
    if (how) options.onSource?.(how);
  };
  while (!signal.aborted) {
    if (head === undefined || next > head || now() - askedAt > HEAD_KNOWN_MS) {
      const ask = async () => ({ head: await source.head(signal) });
      const answer = await askUntilAnswered(ask, { ...options, observe: undefined });
      if (answer === undefined) return;
      head = answer.head?.index;
      if (seen !== undefined && (head ?? -1) > seen) poll.news();
      seen = head ?? -1;
      askedAt = now();
      await options.onHead(answer.head);
    }
    if (head === undefined || next > head) {
      await noLongerLacks();
      say(next);
      if (options.untilHead) return;
      await poll.pause(signal);
      continue;
    }
    const size = Math.min(count, head - next + 1);
    const from = next;
    const items = await askUntilAnswered(() => source.read(from, size, signal), options);
    if (items === undefined) return;
    if (items.length === 0) {
      if (size === 1) {
        // Not even the next one: the node now has fewer items than before, or lacks some in between.
        lacked += 1;
        if (lacked > PATIENCE) await options.onFailure?.(lacksBetween(next, head), 0);
        await poll.pause(signal);
      }
      head = undefined;
      count = Math.max(1, size >> 1);
      continue;
    }
    await noLongerLacks();
    next = Math.max(next, source.first ?? 0) + items.length;
    say(next - 1);
    count = options.fittingCount(items);
    yield { items, isHead: next > head };
  }
}

function lacksBetween(next: number, head: number): NodeError {
  return new NodeError(
    "NODE_BAD_ANSWER",
    `the node says that its newest block is ${head}, but does not return block ${next}`,
    {
      hint: "Firn goes on by itself once the node returns it; if it never does, use a node that has all blocks",
    },
  );
}

/** Delay after a failure; doubles from the first to the last. */
const BACKOFF_MS = { first: 250, last: 5_000 };
/** A node's retry-after is respected up to this. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Retries `ask` until there is an answer, reporting failures and pausing between tries; undefined once the signal is
 * aborted.
 */
export async function askUntilAnswered<T>(
  ask: () => Promise<T>,
  { now, sleep, signal, observe, onFailure, onAnswer }: AskOptions,
): Promise<T | undefined> {
  for (let delayMs = BACKOFF_MS.first; !signal.aborted; ) {
    const startedAt = now();
    try {
      const answer = await ask();
      observe?.(now() - startedAt);
      if (delayMs > BACKOFF_MS.first) await onAnswer?.();
      return answer;
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof NodeError)) throw error;
      const waitMs = Math.max(delayMs, Math.min(Number(error.details?.retryAfterMs ?? 0), LONGEST_WAIT_MS));
      await onFailure?.(error, waitMs);
      await sleep(waitMs, signal);
      delayMs = Math.min(delayMs * 2, BACKOFF_MS.last);
    }
  }
  return undefined;
}
