import { equalBytes, toHex } from "../../../avalanche/codec/bytes";
import type { EvmBlockRef, EvmClient } from "../../../client/evm";
import { DataError, NodeError } from "../../../errors";
import {
  askUntilAnswered,
  type ReaderOptions,
  readSource,
  type Source,
  type SourceEvents,
  type SourceOptions,
} from "../../follow/read";
import { readAhead } from "../../follow/read-ahead";
import { TraceRetries } from "../capabilities";
import type { BalanceSample } from "../facts/balance-sample";
import type { ExecutedBlock, SourceBlock } from "./block";
import { BlockExecutor } from "./executed";
import { ExecutionCheck, ReceiptCheck, readExecution, resumeCheck } from "./execution";
import { type RecoverKeys, recoverHere, type SentBlock, withKeys } from "./senders";
import type { BlockSource } from "./source";

/** Where to start reading. */
export interface FeedStart {
  /** Number of the first block in the source. */
  index: number;
  /** The previous block. Absent if the first one is the chain's first, or if older ones are read later. */
  parent: { hash: Uint8Array; height: number; time: number } | undefined;
  /** Stored blocks up to the parent whose receipts no header has covered yet (since Helicon). */
  unsettled: EvmBlockRef[];
  /** Whether to read traces. Without a debug API there are none, and so no internal transactions. */
  traces: boolean;
}

export interface FeedOptions
  extends Omit<ReaderOptions, "observe">,
    Pick<SourceOptions<SourceBlock>, "poll" | "untilHead"> {
  source: BlockSource;
  client: EvmClient;
  /** Recovers the keys that signed transactions; in this thread unless given. */
  recover?: RecoverKeys | undefined;
  /** Blocks of the first read. */
  firstCount?: number;
  /** Compares traces with the node's state. */
  sample?: BalanceSample | undefined;
}

/** Blocks written in one commit, in parts as they arrive, so that each part can be freed before the next is read. */
export type BlockRun = AsyncIterable<ExecutedBlock[]> | Iterable<ExecutedBlock[]>;

/** Opens a feed in this thread or another. */
export type OpenFeed = (start: FeedStart, events: SourceEvents) => AsyncGenerator<BlockRun, void, void>;

/**
 * Blocks in order, read one batch ahead. Each is proved: it follows the previous one, and its header covers its
 * transactions and, once settled, its receipts. Waits at the head, unless `untilHead`.
 * @throws DataError INDEX_MISMATCH, HEAD_MISMATCH, ID_MISMATCH, EXECUTION_MISMATCH at the first block that is wrong,
 * after the blocks before it were given
 */
export async function* readBlocks(
  start: FeedStart,
  options: FeedOptions,
): AsyncGenerator<ExecutedBlock[], void, void> {
  yield* readAhead((signal) => proveBlocks(start, { ...options, signal }), { ...options, most: 1 });
}

/** Blocks per read: at first, and at most. Fewer when they have many transactions. */
const FIRST_BLOCKS = 8;
const MOST_BLOCKS = 256;
/** Transactions per batch. Answers are parsed whole, and large live data makes garbage collection slow. */
const BATCH_TRANSACTIONS = 500;

export async function* proveBlocks(
  start: FeedStart,
  options: FeedOptions,
): AsyncGenerator<ExecutedBlock[], void, void> {
  const { client, source, signal, sample } = options;
  const { traces } = start;
  if (start.parent) source.countFrom?.(start.parent.height + 1 - start.index);
  const retries = new TraceRetries();
  const from = start.parent || start.index === 0 ? 0 : start.index + source.firstHeight;
  const check = new ReceiptCheck(from);
  const execution = new ExecutionCheck();
  const settled = await askUntilAnswered(
    () => resumeCheck(check, start.unsettled, { client, signal }),
    options,
  );
  if (settled === undefined) return;
  let parent = start.parent && { index: start.index - 1, ...start.parent };
  for await (const { sent, isHead } of readSent(start.index, options)) {
    const blocks = sent.map(({ block }) => block);
    const ask = async () => {
      try {
        return await readExecution(client, blocks, { traces, retries, signal });
      } catch (error) {
        if (error instanceof NodeError && error.code === "NODE_BAD_ANSWER")
          await expectSame(source, blocks, signal);
        throw error;
      }
    };
    const answers = await askUntilAnswered(ask, options);
    if (answers === undefined) return;
    const executor = new BlockExecutor();
    const proved: ExecutedBlock[] = [];
    for (const [i, block] of answers.entries()) {
      let failure: DataError | undefined;
      try {
        expectNumber(
          block,
          parent === undefined ? Math.max(start.index, source.first ?? 0) : parent.index + 1,
        );
        expectParent(parent, block);
        check.check(block);
        const executed = execution.check(block, (await sent[i]?.keys) ?? []);
        const parentTime = parent?.time ?? (from === 0 ? 0 : block.time);
        const context = { parentTime, isHead: isHead && block === answers.at(-1), signal };
        const sampled = sample
          ? await askUntilAnswered(() => sample.check(executed, context), options)
          : executed;
        if (sampled === undefined) return;
        proved.push(executor.execute(sampled));
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

/** Blocks of one read. `isHead` if the last one is the node's last. */
interface SentBlocks {
  sent: SentBlock[];
  isHead: boolean;
}

/** Reads one batch ahead. Keys are recovered meanwhile. */
async function* readSent(start: number, options: FeedOptions): AsyncGenerator<SentBlocks, void, void> {
  const { source, recover = recoverHere, firstCount = FIRST_BLOCKS } = options;
  const fitting: Source<SourceBlock> = {
    head: (signal) => source.head(signal),
    read: (start, count, signal) => readFitting(source, { start, count, signal }),
    ...(source.reads && { reads: source.reads }),
    get first() {
      return source.first ?? 0;
    },
  };
  const counts = { firstCount, fittingCount };
  async function* send(signal: AbortSignal): AsyncGenerator<SentBlocks, void, void> {
    for await (const { items, isHead } of readSource(fitting, start, { ...options, ...counts, signal }))
      yield { sent: items.map((block) => withKeys(block, recover)), isHead };
  }
  yield* readAhead(send, { ...options, most: 1 });
}

/**
 * Empty if one of several blocks is wrong: asking for fewer gives those before it. @throws DataError for a single block
 */
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

/** How many of the next blocks hold `BATCH_TRANSACTIONS`, if they are like these. */
function fittingCount(blocks: readonly SourceBlock[]): number {
  const transactions = blocks.reduce((sum, block) => sum + block.transactions.length, 0);
  const fitting = Math.floor((BATCH_TRANSACTIONS * blocks.length) / Math.max(1, transactions));
  return Math.max(1, Math.min(MOST_BLOCKS, fitting, blocks.length * 4));
}

/**
 * Reads blocks again whose receipts the node lacks: if they came from another node behind the address, or from one that
 * has been replaced, their receipts would be waited for without end. @throws DataError HEAD_MISMATCH if they are others now
 */
async function expectSame(
  source: BlockSource,
  blocks: readonly SourceBlock[],
  signal: AbortSignal,
): Promise<void> {
  const again = await source.read(blocks[0]?.index ?? 0, blocks.length, signal);
  const now = new Map(again.map((block) => [block.index, block.hash]));
  for (const { index, height, hash } of blocks) {
    const other = now.get(index);
    if (other === undefined || equalBytes(other, hash)) continue;
    throw new DataError(
      "HEAD_MISMATCH",
      `the node's block ${height} is ${toHex(other)}, and a moment ago it was ${toHex(hash)}`,
      { hint: "check whether all nodes behind the address serve the same chain" },
    );
  }
}

/** @throws DataError INDEX_MISMATCH when the node answers with a block of another number */
function expectNumber({ index, height }: SourceBlock, number: number): void {
  if (index === number) return;
  throw new DataError(
    "INDEX_MISMATCH",
    `the node answers block ${height} (number ${index}) where number ${number} was asked for`,
    { hint: "check whether the node still serves the same chain; Firn continues automatically once it does" },
  );
}

/** Accepted blocks are final, so a block with another parent is of another chain. @throws DataError HEAD_MISMATCH */
function expectParent(
  parent: { hash: Uint8Array; height: number } | undefined,
  { index, height, parentHash }: SourceBlock,
): void {
  if (parent === undefined || equalBytes(parentHash, parent.hash)) return;
  throw new DataError(
    "HEAD_MISMATCH",
    `block ${height} (number ${index}) has parent ${toHex(parentHash)}, Firn has ${toHex(parent.hash)} at height ${parent.height}`,
    { hint: "check whether the node still serves the same chain; `firn reset` indexes it again" },
  );
}
