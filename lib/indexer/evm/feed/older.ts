import { equalBytes, toHex } from "../../../avalanche/codec/bytes";
import { DataError, NodeError } from "../../../errors";
import type { OlderBlocks } from "../../../store/tables/evm/chain";
import { askUntilAnswered, type ReaderOptions } from "../../follow/read";
import type { ExecutedBlock } from "./block";
import { type FeedOptions, proveBlocks } from "./feed";
import type { BlockSource } from "./source";

/** Where to read on, downwards. */
export interface OlderStart {
  /** Number in the source of the oldest stored block. */
  index: number;
  parentHash: Uint8Array;
  /** Since Helicon: number of a block whose header covers the receipts of the block before the oldest stored one. */
  settledBy: number | undefined;
  /** Whether to read traces. */
  traces: boolean;
}

/** Consecutive blocks that end where the previous range began, in parts. */
export type OlderRange = ExecutedBlock[][];

/** Why no older blocks follow: there are none, or the node does not have them. */
export type OlderEnd = Exclude<OlderBlocks, "wanted">;

/** Opens it in this thread or another. Undefined once the signal is aborted. */
export type OpenOlder = (
  start: OlderStart,
  events: Pick<ReaderOptions, "onFailure" | "onAnswer" | "signal">,
) => AsyncGenerator<OlderRange, OlderEnd | undefined, void>;

export interface OlderOptions
  extends Omit<FeedOptions, "onHead" | "onSource" | "untilHead" | "poll" | "sample"> {
  /** Blocks of a range. */
  range?: OlderRangeSize | undefined;
}

/** Blocks of a range: at first, at least and at most; between those as many as have `RANGE_TRANSACTIONS`. */
export interface OlderRangeSize {
  first: number;
  least: number;
  most: number;
}

const RANGE: OlderRangeSize = { first: 256, least: 16, most: 4_096 };
const RANGE_TRANSACTIONS = 8_000;
/** Reads of a range: later ones are sized by what the first one held. */
const READS = 16;

/**
 * Blocks before a stored one, the newest first, in ranges that are in order themselves. Each range is proved like the
 * blocks of `readBlocks`, and ends with the parent of the block after it.
 * @throws DataError as `readBlocks`, HEAD_MISMATCH when the range ends with another block
 */
export async function* readOlder(
  start: OlderStart,
  options: OlderOptions,
): AsyncGenerator<OlderRange, OlderEnd | undefined, void> {
  const { range: sizes = RANGE } = options;
  let { index, parentHash, settledBy } = start;
  let size = sizes.first;
  while (index > 0) {
    const from = await findAvailable(Math.max(0, index - size), index, options);
    if (from === undefined) return undefined;
    if (from === index) return "missing";
    const range = await readRange({ from, before: index, settledBy, traces: start.traces }, options);
    const blocks = range.flat();
    const first = blocks[0];
    const last = blocks.at(-1);
    if (options.signal.aborted || first === undefined || last === undefined) return undefined;
    expectParentOf(parentHash, last);
    yield range;
    settledBy =
      blocks.find(({ settledHeight = -1 }) => settledHeight >= first.height - 1)?.index ?? settledBy;
    parentHash = first.parentHash;
    index = from;
    size = fittingSize(blocks, sizes);
  }
  return "none";
}

interface RangeToRead {
  /** Numbers: the first block, and the one after the last. */
  from: number;
  before: number;
  settledBy: number | undefined;
  traces: boolean;
}

/** Later blocks are read as far as their headers cover receipts of the range. */
async function readRange(
  { from, before, settledBy, traces }: RangeToRead,
  options: OlderOptions,
): Promise<OlderRange> {
  const { source } = options;
  const last = settledBy ?? before - 1;
  const ending: BlockSource = {
    ...source,
    head: async () => ({ index: last }),
    read: (start, count, signal) => source.read(start, Math.min(count, last + 1 - start), signal),
  };
  const feed = proveBlocks(
    { index: from, parent: undefined, unsettled: [], traces },
    {
      ...options,
      source: ending,
      untilHead: true,
      firstCount: Math.ceil((before - from) / READS),
      onHead: () => {},
    },
  );
  const range: OlderRange = [];
  for await (const blocks of feed) range.push(blocks.filter(({ index }) => index < before));
  return range;
}

function fittingSize(blocks: readonly ExecutedBlock[], { least, most }: OlderRangeSize): number {
  const transactions = blocks.reduce((sum, block) => sum + block.transactions.length, 0);
  const fitting = Math.floor((RANGE_TRANSACTIONS * blocks.length) / Math.max(1, transactions));
  return Math.max(least, Math.min(most, fitting, blocks.length * 4));
}

/** @throws DataError HEAD_MISMATCH */
function expectParentOf(parentHash: Uint8Array, { height, hash }: ExecutedBlock): void {
  if (equalBytes(parentHash, hash)) return;
  throw new DataError(
    "HEAD_MISMATCH",
    `the node's block ${height} is ${toHex(hash)}, Firn's block ${height + 1} has parent ${toHex(parentHash)}`,
    { hint: "check whether the node still serves the same chain; `firn reset` indexes it again" },
  );
}

/** How often a node must say that it lacks a block, with this pause in between. */
const REPEATS = 3;
const PAUSE_MS = 1_000;

/**
 * The first number from `from` on that the node has, or `before` if it has none below that. Nodes that were synced by
 * state, or that prune, have all blocks from some height on. Undefined once the signal is aborted.
 */
export async function findAvailable(
  from: number,
  before: number,
  options: Pick<OlderOptions, "source" | "client" | "now" | "sleep" | "signal" | "onFailure" | "onAnswer">,
): Promise<number | undefined> {
  const { signal, sleep } = options;
  const has = (number: number) => askUntilAnswered(() => hasBlock(number, before, options), options);
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    if (repeat > 0) await sleep(PAUSE_MS, signal);
    const found = await has(from);
    if (found !== false) return found && from;
  }
  let lacking = from;
  let having = before;
  while (having - lacking > 1) {
    const middle = (lacking + having) >> 1;
    const found = await has(middle);
    if (found === undefined) return undefined;
    if (found) having = middle;
    else lacking = middle;
  }
  return having;
}

/** Blocks looked at for one with transactions. A node that was synced by state has 256 blocks without their receipts. */
const LOOK_AHEAD = 256;

/**
 * Whether the node has a block with its receipts, and those after it. A block without transactions does not show that:
 * the next one that has some does. @throws NodeError when the node does not answer
 */
async function hasBlock(
  number: number,
  before: number,
  { source, client, signal }: Pick<OlderOptions, "source" | "client" | "signal">,
): Promise<boolean> {
  try {
    // The C-Chain's source may have moved to the first block of the node's index.
    source.countFrom?.(source.firstHeight);
    let [block] = await source.read(number, 1, signal);
    if (block === undefined) return false;
    // Another block than that of the number is refused when it is read.
    if (block.index !== number) return true;
    if (block.height !== number + source.firstHeight) return false;
    const ahead = Math.min(LOOK_AHEAD, before - number - 1);
    if (block.transactions.length === 0 && ahead > 0) {
      const [next] = await source.read(number + 1, 1, signal);
      // A genesis is everywhere, also where the blocks after it are not.
      if (next === undefined) return false;
      block = (await source.read(number + 1, ahead, signal)).find(
        ({ transactions }) => transactions.length > 0,
      );
    }
    if (block === undefined) return true;
    const txHashes = block.transactions.map(({ hash }) => hash);
    const [receipts] = await client.getReceipts([{ height: block.height, txHashes }], { signal });
    return receipts?.length === txHashes.length;
  } catch (error) {
    if (error instanceof DataError) return true;
    if (error instanceof NodeError && LACKS.test(`${error.code} ${error.message}`)) return false;
    throw error;
  }
}

/** What nodes say of a block that they do not have, or have without receipts. */
const LACKS =
  /^NODE_(BAD_ANSWER|RPC_ERROR) .*(not found|not have|missing|length mismatch|prun|unavailable|histor)/is;
