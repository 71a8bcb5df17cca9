import { equalBytes, toHex } from "../../../avalanche/codec/bytes";
import type { EvmBlockRef, EvmClient } from "../../../client/evm";
import { DataError } from "../../../errors";
import {
  askUntilAnswered,
  type ReaderOptions,
  readSource,
  type SourceEvents,
  type SourceOptions,
} from "../../follow/read";
import { readAhead } from "../../follow/read-ahead";
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

export interface FeedOptions
  extends Omit<ReaderOptions, "observe">,
    Pick<SourceOptions<SourceBlock>, "poll" | "untilHead"> {
  source: BlockSource;
  client: EvmClient;
  /** Finds out who signed transactions; in this thread unless given. */
  recover?: RecoverSenders | undefined;
  /** What traces are held to beside what they say themselves. */
  sample?: BalanceSample | undefined;
}

/** Blocks to be written together, in parts as they come: what a part is made of is garbage before the next is made. */
export type BlockRun = AsyncIterable<ExecutedBlock[]> | Iterable<ExecutedBlock[]>;

/** Opens a feed, here or in another thread. */
export type OpenFeed = (start: FeedStart, events: SourceEvents) => AsyncGenerator<BlockRun, void, void>;

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
  yield* readAhead((signal) => proveBlocks(start, { ...options, signal }), { ...options, most: 1 });
}

/** Blocks read at once: at first, and at most; fewer when they are full. */
const FIRST_BLOCKS = 8;
const MOST_BLOCKS = 256;
/** Transactions that a batch aims at: answers are parsed whole, and what lives long is what garbage collection costs. */
const BATCH_TRANSACTIONS = 500;

async function* proveBlocks(
  start: FeedStart,
  options: FeedOptions,
): AsyncGenerator<ExecutedBlock[], void, void> {
  const { client, source, signal, sample } = options;
  const { traces } = start;
  if (start.parent) source.countFrom?.(start.parent.height + 1 - start.index);
  const patience = new TracePatience();
  const check = new ReceiptCheck();
  const execution = new ExecutionCheck();
  const settled = await askUntilAnswered(() => settle(check, start.unsettled, { client, signal }), options);
  if (settled === undefined) return;
  let parent = start.parent && { index: start.index - 1, ...start.parent };
  for await (const { sent, isHead } of readSent(start.index, options)) {
    const blocks = sent.map(({ block }) => block);
    const ask = () => readExecution(client, blocks, { traces, patience, signal });
    const answers = await askUntilAnswered(ask, options);
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
        const held = sample ? await askUntilAnswered(() => sample.check(own, place), options) : own;
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

/** Reads a batch ahead; who signed its transactions is found out meanwhile. */
async function* readSent(start: number, options: FeedOptions): AsyncGenerator<SentBlocks, void, void> {
  const { source, recover = recoverHere } = options;
  const fitting: BlockSource = {
    head: (signal) => source.head(signal),
    read: (start, count, signal) => readFitting(source, { start, count, signal }),
  };
  const counts = { firstCount: FIRST_BLOCKS, fittingCount };
  async function* send(signal: AbortSignal): AsyncGenerator<SentBlocks, void, void> {
    for await (const { items, isHead } of readSource(fitting, start, { ...options, ...counts, signal }))
      yield { sent: items.map((block) => withSenders(block, recover)), isHead };
  }
  yield* readAhead(send, { ...options, most: 1 });
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
