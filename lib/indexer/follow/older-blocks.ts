import { DataError, describeError, FirnError, NodeError } from "../../errors";
import type { Log } from "../../log";
import { readContainer } from "../../store/queries/container-run";
import { findFirstNumber } from "../../store/queries/first-number";
import type { StoredContainer } from "../../store/rows/container-run";
import { type BlockNode, Blocks, lacksBlock } from "./blocks";
import { type CheckOptions, checkContainers } from "./check";
import type { DecodedContainer } from "./decode";
import { BlockFailure } from "./failure";
import { untilPassed } from "./pause";
import { type AskOptions, askUntilAnswered } from "./read";
import { headAt, type StreamState } from "./state";
import type { IdleJob } from "./verbs";
import { verifyLink } from "./verify";
import { type WriteOptions, writeOlderBlocks } from "./write";

export interface OlderBlockOptions extends Omit<WriteOptions, "observe">, Omit<CheckOptions, "observe"> {
  node: BlockNode;
  log: Log;
  observe: (verb: "verify" | "decode" | "project" | "commit", milliseconds: number) => void;
  /** Blocks stored together; 1,024 unless given. */
  olderRange?: number | undefined;
}

const RANGE = 1_024;
/** Pause while nothing is stored. */
const IDLE_MS = 1_000;
/** How often a node that lacks older blocks is asked for them again: it may have been replaced by one that has more. */
const RECHECK_MS = 60_000;
/** Pause after a failure. */
const RETRY_MS = 30_000;

type Alone = Parameters<IdleJob<StreamState>>[0]["alone"];

/**
 * Adds the blocks before the first stored one, the newest first, as soon as the node has them (decision 0056). Ends with
 * block 1 or the signal. Only for a chain whose rows do not depend on the order of its blocks.
 */
export async function addOlderBlocks(options: OlderBlockOptions, alone: Alone): Promise<void> {
  const { db, stream, log, now, sleep, signal, olderRange = RANGE } = options;
  const asking = { now, sleep, signal };
  const source = new Blocks(options.node, stream, { isEmpty: false });
  let isTold = false;
  while (!signal.aborted) {
    try {
      const before = await findFirstNumber(db, stream.name);
      const first = await readContainer(db, stream.name, before);
      if (first === undefined) {
        await sleep(IDLE_MS, signal);
        continue;
      }
      if (before === 0) return;
      const range = { from: Math.max(0, before - olderRange), before };
      const from = await findAvailable(source, range, asking);
      if (from === undefined) return;
      if (from === before) {
        await untilPassed(RECHECK_MS, asking);
        continue;
      }
      if (!isTold)
        log.info(`reading the blocks before ${before + 1}, the newest first`, { stream: stream.name });
      isTold = true;
      const older = await readRange(source, { from, before: first }, options);
      if (older === undefined) return;
      await alone(() => writeOlderBlocks(stream, older, options));
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof BlockFailure ? error.reason : error;
      if (!(reason instanceof FirnError)) throw reason;
      const level = reason instanceof DataError ? "error" : "warn";
      log[level](`older blocks could not be added: ${describeError(reason)}`, { stream: stream.name });
      await untilPassed(RETRY_MS, asking);
    }
  }
}

/**
 * The lowest number of a range from which on the node has all blocks; `before` if it lacks the last of them. Undefined
 * once the signal is aborted.
 */
async function findAvailable(
  source: Blocks,
  { from: lowest, before }: { from: number; before: number },
  asking: AskOptions,
): Promise<number | undefined> {
  const has = (number: number) => askUntilAnswered(() => hasBlock(source, number, asking.signal), asking);
  const newest = await has(before - 1);
  if (newest !== true) return newest === undefined ? undefined : before;
  const oldest = await has(lowest);
  if (oldest !== false) return oldest && lowest;
  let lacking = lowest;
  let having = before - 1;
  while (having - lacking > 1) {
    const middle = (lacking + having) >> 1;
    const found = await has(middle);
    if (found === undefined) return undefined;
    if (found) having = middle;
    else lacking = middle;
  }
  return having;
}

async function hasBlock(source: Blocks, number: number, signal: AbortSignal): Promise<boolean> {
  try {
    const [block] = await source.read(number, 1, signal);
    return block !== undefined && source.heightOf(block) === number + 1;
  } catch (error) {
    if (lacksBlock(error)) return false;
    throw error;
  }
}

/**
 * Blocks from a number to before a stored one, checked, and that the stored one follows them. Undefined once the signal
 * is aborted.
 * @throws DataError for the first that does not fit
 */
async function readRange(
  source: Blocks,
  { from, before }: { from: number; before: StoredContainer },
  options: OlderBlockOptions,
): Promise<DecodedContainer[] | undefined> {
  const { stream, now, sleep, signal } = options;
  const containers: StoredContainer[] = [];
  while (from + containers.length < before.index) {
    const next = from + containers.length;
    const ask = () => source.read(next, before.index - next, signal);
    const read = await askUntilAnswered(ask, { now, sleep, signal });
    if (read === undefined) return undefined;
    if (read.length === 0) throw new NodeError("NODE_BAD_ANSWER", `the node no longer has block ${next + 1}`);
    containers.push(...read);
  }
  const { blocks, failure } = await checkContainers(undefined, containers, options);
  if (failure) throw failure.error;
  const last = blocks.at(-1);
  const stored = stream.decode({ ...before, wrapper: stream.unwrap(before.bytes) });
  verifyLink(stream, last && headAt(last), stored);
  return blocks;
}
