import { NodeError } from "../../errors";
import type { BlockSource } from "../../store/tables/bookkeeping";
import { Poll, type PollOptions } from "./poll";

/** Which item a node has last. */
export interface NodeHead {
  index: number;
  /** Where the answer names it. */
  containerId?: Uint8Array;
}

/** What a node has of one chain: items in order, numbered without a gap. */
export interface Source<Item> {
  /** The last item; undefined while there is none. */
  head(signal: AbortSignal): Promise<NodeHead | undefined>;
  /** At most `count` items from number `start` on; none when the node lacks even the first, or fewer must be asked for. */
  read(start: number, count: number, signal: AbortSignal): Promise<Item[]>;
}

/** How a node is asked. */
export interface AskOptions {
  /** Unix or monotonic ms. */
  now: () => number;
  /** Resolves after `ms`, or at once when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Ends asking. */
  signal: AbortSignal;
  /** How long an answer took, ms. */
  observe?: ((milliseconds: number) => void) | undefined;
  /** The node did not answer; it is asked again after `delayMs`. */
  onTrouble?: (error: NodeError, delayMs: number) => void | Promise<void>;
  /** It answered what it had not. */
  onAnswer?: () => void | Promise<void>;
}

/** What a reader tells whoever shows the state of a stream. */
export interface SourceEvents extends Pick<AskOptions, "onTrouble" | "onAnswer"> {
  /** The node's last item, each time that it is asked; undefined while it has none. */
  onHead(head: NodeHead | undefined): void | Promise<void>;
  /** How the node's blocks are read now. */
  onSource?(source: BlockSource): void;
}

export interface ReaderOptions extends SourceEvents, AskOptions, PollOptions {}

export interface SourceOptions<Item> extends ReaderOptions {
  /** The pauses at the head, where somebody else may end them. */
  poll?: Poll | undefined;
  /** Ends at the head instead of waiting there. */
  untilHead?: boolean | undefined;
  /** How many items to ask for at first. */
  firstCount: number;
  /** How many to ask for next, if they are like the last ones. */
  fittingCount: (items: readonly Item[]) => number;
}

/** While catching up the head only serves to show how far it is: asked now and then. */
const HEAD_KNOWN_MS = 1_000;

/** Items read at once; `isHead` when the last of them is the last that the node has. */
export interface SourceBatch<Item> {
  items: Item[];
  isHead: boolean;
}

/**
 * Items in order from `start`, for ever: many at once while catching up, one by one as they come at the head. Trouble
 * with the node is reported and tried again; only the signal ends the reading.
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
  /** As the node said last; -1 while it had none. */
  let seen: number | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
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
      if (options.untilHead) return;
      await poll.pause(signal);
      continue;
    }
    const wanted = Math.min(count, head - next + 1);
    const from = next;
    const items = await askUntilAnswered(() => source.read(from, wanted, signal), options);
    if (items === undefined) return;
    if (items.length === 0) {
      head = undefined;
      count = Math.max(1, wanted >> 1);
      // Not even the next one: the node has become one that has fewer.
      if (wanted === 1) await poll.pause(signal);
      continue;
    }
    next += items.length;
    count = options.fittingCount(items);
    yield { items, isHead: next > head };
  }
}

/** Waiting after trouble doubles from the first to the last. */
const BACKOFF_MS = { first: 250, last: 5_000 };
/** A node that asks to be left alone is, for at most so long. */
const LONGEST_WAIT_MS = 60_000;

/** Asks until there is an answer, reporting and waiting between tries; undefined once the signal is aborted. */
export async function askUntilAnswered<T>(
  ask: () => Promise<T>,
  { now, sleep, signal, observe, onTrouble, onAnswer }: AskOptions,
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
      await onTrouble?.(error, waitMs);
      await sleep(waitMs, signal);
      delayMs = Math.min(delayMs * 2, BACKOFF_MS.last);
    }
  }
  return undefined;
}
