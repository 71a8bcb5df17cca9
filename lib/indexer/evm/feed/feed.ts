import { equalBytes, toHex } from "../../../avalanche/codec/bytes";
import type { EvmBlockRef, EvmClient } from "../../../client/evm";
import { DataError } from "../../../errors";
import { Poll } from "../../follow/poll";
import { askUntilAnswered, type ReaderOptions } from "../../follow/read";
import { TracePatience } from "../capabilities";
import type { BalanceSample } from "../facts/balance-sample";
import type { ExecutedBlock, SourceBlock } from "./block";
import { BlockExecutor } from "./executed";
import { ExecutionCheck, ReceiptCheck, readExecution, settle } from "./execution";
import { type RecoverSenders, recoverHere, type SentBlock, withSenders } from "./senders";
import type { BlockSource } from "./source";

/** Where in a chain reading begins. */
export interface FeedStart {
  /** Number of the first block in its source. */
  index: number;
  /** The block before it; absent at the beginning of the chain. */
  parent: { hash: Uint8Array; height: number; time: number } | undefined;
  /** Stored blocks, the parent included, whose receipts no header has vouched for yet (since Helicon). */
  unsettled: EvmBlockRef[];
  /** Whether to ask for traces: without a debug API there are no internal transactions. */
  traces: boolean;
}

/** What the feed tells whoever shows the state of a chain. */
export interface FeedEvents {
  /** The node answered: number of its last block, and of the one wanted next. */
  onHead(head: number | undefined, next: number): Promise<void>;
  /** It did not; the feed goes on trying after `delayMs`. */
  onTrouble: ReaderOptions["onTrouble"];
}

export interface FeedOptions extends FeedEvents {
  source: BlockSource;
  client: EvmClient;
  /** Unix or monotonic ms. */
  now: () => number;
  sleep: ReaderOptions["sleep"];
  signal: AbortSignal;
  /** The pauses at the head, where somebody else may end them. */
  poll?: Poll;
  /** Ends at the head instead of waiting there. */
  untilHead?: boolean;
  /** Finds out who signed transactions; in this thread unless given. */
  recover?: RecoverSenders | undefined;
  /** What traces are held to beside what they say themselves. */
  sample?: BalanceSample | undefined;
}

/** Blocks to be written together, in parts as they come: what a part is made of is garbage before the next is made. */
export type BlockRun = AsyncIterable<ExecutedBlock[]> | Iterable<ExecutedBlock[]>;

/** Opens a feed, here or in another thread. */
export type OpenFeed = (start: FeedStart, events: FeedEvents) => AsyncGenerator<BlockRun, void, void>;

/**
 * Blocks in order, read ahead by a batch, each proved: it follows the one before, its header vouches for its
 * transactions and, settled, for its receipts. Waits at the head unless told otherwise.
 * @throws DataError INDEX_MISMATCH, HEAD_MISMATCH, ID_MISMATCH, EXECUTION_MISMATCH at the first block that doesn't fit;
 *   those before it were given
 */
export async function* readBlocks(
  start: FeedStart,
  options: FeedOptions,
): AsyncGenerator<ExecutedBlock[], void, void> {
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  try {
    yield* oneAhead(proveBlocks(start, { ...options, signal }));
  } finally {
    over.abort(); // what is read ahead for nobody would go on telling of the head
  }
}

/** Blocks read at once, fewer when they are full. */
const MOST_BLOCKS = 256;
/** Transactions that a batch aims at: answers are parsed whole, and what lives long is what garbage collection costs. */
const BATCH_TRANSACTIONS = 500;
/** While catching up the head only serves to show how far it is: asked now and then. */
const HEAD_KNOWN_MS = 1_000;

async function* proveBlocks(
  start: FeedStart,
  options: FeedOptions,
): AsyncGenerator<ExecutedBlock[], void, void> {
  const { client, signal, sample } = options;
  const { traces } = start;
  const patience = new TracePatience();
  const check = new ReceiptCheck();
  const execution = new ExecutionCheck();
  const settled = await ask(() => settle(check, start.unsettled, { client, signal }), options);
  if (settled === undefined) return;
  let parent = start.parent && { index: start.index - 1, ...start.parent };
  for await (const { sent, isHead } of oneAhead(readSource(start.index, options))) {
    const blocks = sent.map(({ block }) => block);
    const answers = await ask(() => readExecution(client, blocks, { traces, patience, signal }), options);
    if (answers === undefined) return;
    const executor = new BlockExecutor();
    const proved: ExecutedBlock[] = [];
    for (const [i, block] of answers.entries()) {
      let failure: DataError | undefined;
      try {
        expectNumber(block, parent === undefined ? start.index : parent.index + 1);
        expectParent(parent, block);
        check.check(block);
        const own = execution.check(block, (await sent[i]?.senders) ?? []);
        const place = { parentTime: parent?.time ?? 0, isHead: isHead && block === answers.at(-1), signal };
        const held = sample ? await ask(() => sample.check(own, place), options) : own;
        if (held === undefined) return;
        proved.push(executor.execute(held));
      } catch (error) {
        if (!(error instanceof DataError)) throw error;
        failure = error;
      }
      if (failure) {
        if (proved.length > 0) yield proved;
        throw failure;
      }
      parent = block;
    }
    yield proved;
  }
}

/** Blocks read at once; `isHead` when the last of them is the last that the node has. */
interface SentBlocks {
  sent: SentBlock[];
  isHead: boolean;
}

async function* readSource(start: number, options: FeedOptions): AsyncGenerator<SentBlocks, void, void> {
  const { source, signal, now, recover = recoverHere, poll = new Poll(options) } = options;
  let next = start;
  let count = 8;
  let head: number | undefined;
  /** As the node said last; -1 while it had none. */
  let seen: number | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    if (head === undefined || next > head || now() - askedAt > HEAD_KNOWN_MS) {
      const answer = await ask(async () => ({ index: await source.head(signal) }), options);
      if (answer === undefined) return;
      if (seen !== undefined && (answer.index ?? -1) > seen) poll.news();
      seen = answer.index ?? -1;
      head = answer.index;
      askedAt = now();
      await options.onHead(head, next);
    }
    if (head === undefined || next > head) {
      if (options.untilHead) return;
      await poll.pause(signal);
      continue;
    }
    const wanted = Math.min(count, head - next + 1);
    const from = next;
    const blocks = await ask(() => readFitting(source, { start: from, count: wanted, signal }), options);
    const last = blocks?.at(-1);
    if (blocks === undefined) return;
    if (last === undefined) {
      // Not even the next one: the node has become one that has fewer.
      if (wanted === 1) {
        head = undefined;
        await poll.pause(signal);
      }
      count = Math.max(1, wanted >> 1);
      continue;
    }
    count = fittingCount(blocks);
    next = last.index + 1;
    yield { sent: blocks.map((block) => withSenders(block, recover)), isHead: last.index === head };
  }
}

/** Blocks; none when one of several doesn't fit: asked for fewer, those before it are had. @throws DataError of a single one */
async function readFitting(
  source: BlockSource,
  { start, count, signal }: { start: number; count: number; signal: AbortSignal },
): Promise<SourceBlock[]> {
  try {
    return await source.read(start, count, signal);
  } catch (error) {
    if (error instanceof DataError && count > 1) return [];
    throw error;
  }
}

/** As many blocks as hold `BATCH_TRANSACTIONS` if the next ones are like the last. */
function fittingCount(blocks: readonly SourceBlock[]): number {
  const transactions = blocks.reduce((sum, block) => sum + block.transactions.length, 0);
  const fitting = Math.floor((BATCH_TRANSACTIONS * blocks.length) / Math.max(1, transactions));
  return Math.max(1, Math.min(MOST_BLOCKS, fitting, blocks.length * 4));
}

function ask<T>(question: () => Promise<T>, options: FeedOptions): Promise<T | undefined> {
  return askUntilAnswered(question, { ...options, observe: () => {} });
}

/** The next value is in the making while one is used. */
async function* oneAhead<T>(inner: AsyncGenerator<T, void, void>): AsyncGenerator<T, void, void> {
  const ask = () => {
    const asked = inner.next();
    asked.catch(() => undefined); // thrown when it is waited for
    return asked;
  };
  for (let coming = ask(); ; ) {
    const { value, done } = await coming;
    if (done || value === undefined) return;
    coming = ask();
    yield value;
  }
}

/** A node that answers another block than the one that was asked for has lost its place. */
function expectNumber({ index, height }: SourceBlock, wanted: number): void {
  if (index === wanted) return;
  throw new DataError(
    "INDEX_MISMATCH",
    `the node answers block ${height} (number ${index}) where number ${wanted} was asked for`,
    { hint: "see whether the node still serves the same chain: Firn goes on by itself once it does" },
  );
}

/** The block follows the one before: accepted is final, so anything else is not this chain. */
function expectParent(
  parent: { hash: Uint8Array; height: number } | undefined,
  { index, height, parentHash }: SourceBlock,
): void {
  if (parent === undefined || equalBytes(parentHash, parent.hash)) return;
  throw new DataError(
    "HEAD_MISMATCH",
    `block ${height} (number ${index}) has parent ${toHex(parentHash)}, Firn has ${toHex(parent.hash)} at height ${parent.height}`,
    { hint: "see whether the node still serves the same chain; `firn reset` indexes it anew" },
  );
}
