import { DataError, describeError, FirnError } from "../../errors";
import type { Log } from "../../log";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import { deleteContractQuestions } from "../../store/bookkeeping/contract-questions";
import { type EvmHistory, readHistory, writeHistory } from "../../store/bookkeeping/history";
import { asHolder, type Claim } from "../../store/bookkeeping/lease";
import { findSettlingBlock, readBlock } from "../../store/queries/evm/block";
import { findFirstEpoch } from "../../store/queries/evm/epochs";
import { writeEvmBatch } from "../../store/rows/evm-batch";
import type { EvmStore } from "../../store/stores";
import { untilPassed } from "../follow/pause";
import type { AskOptions } from "../follow/read";
import { type BlockState, EVM_STREAM } from "./blocks";
import { FirstQuestions } from "./facts/first-questions";
import type { ContractClient } from "./facts/probe";
import {
  findAvailable,
  type OlderOptions,
  type OlderRange,
  type OlderStart,
  type OpenOlder,
} from "./feed/older";
import { fillApprovals } from "./late-approvals";
import { fillLogs } from "./late-logs";
import { fillMessages } from "./late-messages";
import { beginRecount, Recount } from "./recount";
import { LackingBlocks } from "./rows/lacking-blocks";
import { projectLogs } from "./rows/logs";
import { beginOlder, epochBelow, prepare } from "./rows/prepare";
import { projectBlock } from "./rows/project";

export interface HistoryOptions extends AskOptions, Pick<OlderOptions, "source" | "client"> {
  store: EvmStore;
  claim: Claim;
  client: OlderOptions["client"] & ContractClient;
  /** Reads older blocks. Its `source` must be one of its own: the follower's counts blocks from the store's first one. */
  openOlder: OpenOlder;
  traces: boolean;
  /** Stores no logs. */
  leaveOutLogs?: boolean | undefined;
  /** Runs `work` while nobody else writes the store. */
  alone: <T>(work: (state: BlockState) => Promise<T>) => Promise<T>;
  log: Log;
}

/** How often a store that waits for its first block, or that has nothing left to do, is looked at again. */
const IDLE_MS = 1_000;
/** How often a node that lacks older blocks is asked for them again: it may have been replaced by one that has more. */
const RECHECK_MS = 600_000;
/** How often receipts are asked for that the node could not give. */
const LATER_MS = 60_000;
/** Pause after a failure. */
const RETRY_MS = 30_000;

/**
 * Completes a store that began in the middle of its chain, or that an older version made: reads the older blocks, newest
 * first, then counts the figures again from the first one, and reads approvals, logs and messages that are not stored. Runs
 * beside the follower until the signal; each step is committed by itself.
 */
export async function completeHistory(options: HistoryOptions): Promise<void> {
  const { store, signal, log } = options;
  while (!signal.aborted) {
    try {
      const history = await readHistory(store.db);
      if (history?.countedTo !== undefined) await countAgain(options);
      else if (history?.older === "wanted") await readOlderBlocks(history, options);
      else if (history !== undefined && (await fillFromReceipts(options)) === "later")
        await untilPassed(LATER_MS, options);
      else if (history?.older === "missing") await lookForOlder(history, options);
      else await options.sleep(IDLE_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof FirnError)) throw error;
      const level = error instanceof DataError ? "error" : "warn";
      log[level](`older blocks could not be added: ${describeError(error)}`);
      await untilPassed(RETRY_MS, options);
    }
  }
}

/** Adds what stored blocks lack of what their receipts say. */
async function fillFromReceipts(options: HistoryOptions): Promise<"read" | "later"> {
  const filled = [
    await fillApprovals(options),
    await fillMessages(options),
    options.leaveOutLogs ? "read" : await fillLogs(options),
  ];
  return filled.includes("later") ? "later" : "read";
}

async function readOlderBlocks(history: EvmHistory, options: HistoryOptions): Promise<void> {
  const { store, openOlder, log } = options;
  const start = await olderStart(history, options);
  const writer = new OlderWriter(options);
  const feed = openOlder(start, options);
  log.info(`reading blocks older than ${history.firstHeight}, the newest first`);
  try {
    for (;;) {
      const { value, done } = await feed.next();
      if (!done) {
        if (!(await options.alone((state) => writer.write(value, state)))) return;
        continue;
      }
      if (value === undefined) return;
      await options.alone(() =>
        asHolder(store.db, options.claim, async (trx) => {
          const now = await readHistory(trx);
          if (now === undefined) return;
          const isCounted = value === "missing" && now.countedFrom === now.firstHeight;
          if (isCounted) await writeHistory(trx, { ...now, older: value });
          else await beginRecount(trx, { ...now, older: value });
        }),
      );
      log.info(value === "none" ? "all older blocks have arrived" : "the node has no older blocks");
      return;
    }
  } finally {
    await feed.return(undefined);
  }
}

async function olderStart(
  { firstHeight }: EvmHistory,
  { store, source, traces }: HistoryOptions,
): Promise<OlderStart> {
  const first = await readBlock(store.db, firstHeight);
  const settling = await findSettlingBlock(store.db, firstHeight - 1);
  const numberOf = (height: number) => height - source.firstHeight;
  return {
    index: numberOf(firstHeight),
    parentHash: first?.parent_hash ?? new Uint8Array(),
    settledBy: settling && numberOf(settling.height),
    traces,
  };
}

/** Asks the node now and then for the block before the first one. */
async function lookForOlder(history: EvmHistory, options: HistoryOptions): Promise<void> {
  const { store, claim, source } = options;
  const before = history.firstHeight - source.firstHeight;
  const found = await findAvailable(before - 1, before, options);
  if (found === undefined) return;
  if (found === before) return untilPassed(RECHECK_MS, options);
  await options.alone(() =>
    asHolder(store.db, claim, (trx) => writeHistory(trx, { ...history, older: "wanted" })),
  );
}

async function countAgain(options: HistoryOptions): Promise<void> {
  const { store, claim, signal } = options;
  const questions = new FirstQuestions(options.client, options);
  let recount: Recount | undefined;
  for (let isDone = false; !isDone && !signal.aborted; ) {
    isDone = await options.alone(async ({ addresses }) => {
      const history = await readHistory(store.db);
      const head = await readCheckpoint(store.db, EVM_STREAM);
      recount ??= new Recount({ db: store.db, addresses, questions });
      const counted = history && head && (await recount.next(history, head.height, signal));
      // Questions to the node that were cut off would not be asked again.
      if (counted === undefined || signal.aborted) return true;
      await asHolder(store.db, claim, (trx) => counted.write(trx));
      return counted.history.countedTo === undefined;
    });
  }
}

/** Writes ranges of blocks below the stored ones. */
class OlderWriter {
  readonly #options: HistoryOptions;
  readonly #questions: FirstQuestions;
  /** Addresses known to have items in the epoch that is being filled, and its number. */
  #members = new Set<number>();
  #epoch: number | undefined;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#questions = new FirstQuestions(options.client, options);
  }

  /** @returns false if nothing was written, as the signal is aborted: the range will have to be read again */
  async write(range: OlderRange, { addresses }: BlockState): Promise<boolean> {
    const { store, claim, now, signal, leaveOutLogs = false } = this.#options;
    const { db } = store;
    const history = await readHistory(db);
    const above = history && (await readBlock(db, history.firstHeight));
    const first = range[0]?.[0];
    if (history === undefined || above === undefined || first === undefined) return false;
    const epoch = epochBelow(first.height, await findFirstEpoch(db));
    if (epoch.epoch !== this.#epoch) this.#members = new Set();
    this.#epoch = epoch.epoch;
    const transactions = range.flat().reduce((sum, block) => sum + block.transactions.length, 0);
    const projection = beginOlder({
      addresses,
      epoch,
      signal,
      members: this.#members,
      questions: this.#questions,
      txTotal: above.tx_total - above.tx_count - transactions,
    });
    const lacking = [LackingBlocks.untraced(), LackingBlocks.unlogged(leaveOutLogs)];
    for (const blocks of range) {
      const shared = { store, addresses, questions: this.#questions, signal, nowMs: now() };
      if (!(await prepare(projection, blocks, shared))) return false;
      for (const block of blocks) {
        projectBlock(projection, block, now());
        if (!leaveOutLogs) projectLogs(projection.batch, block);
        for (const each of lacking) each.add(block);
      }
    }
    const batch = await projection.finish(db);
    await asHolder(db, claim, async (trx) => {
      await writeEvmBatch(trx, batch);
      await writeHistory(trx, { ...history, firstHeight: first.height });
      await deleteContractQuestions(trx, projection.answeredQuestions);
      for (const each of lacking) await each.write(trx);
    });
    return true;
  }
}
