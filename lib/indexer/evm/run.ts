import { equalBytes, toHex } from "../../avalanche/bytes";
import type { EvmClient } from "../../client/evm";
import { DataError } from "../../errors";
import type { Log } from "../../log";
import { moveCheckpoint, readCheckpoint } from "../../store/checkpoint";
import { writeEvmBatch } from "../../store/evm-batch";
import { type Claim, renewLease } from "../../store/lease";
import type { EvmStore } from "../../store/open-evm";
import { findAddresses, lastIdOf } from "../../store/queries/by-key";
import { findLastEpoch } from "../../store/queries/evm/by-key";
import type { CheckpointTable } from "../../store/tables/checkpoint";
import type { EpochTable } from "../../store/tables/evm/epoch";
import { Dictionary } from "../dictionary";
import { askUntilAnswered, type ReaderOptions } from "../read";
import { StreamReport } from "../report";
import type { ExecutedBlock } from "./block";
import { ReceiptCheck, readExecution } from "./execution";
import { prepare } from "./prepare";
import { projectBlock } from "./project";
import { resumeCheck } from "./resume";
import type { BlockSource } from "./source";

export interface EvmChainOptions {
  store: EvmStore;
  claim: Claim;
  source: BlockSource;
  client: EvmClient;
  /** Whether to ask for traces: without a debug API there are no internal transactions. */
  traces: boolean;
  /** Unix ms. */
  now: () => number;
  sleep: ReaderOptions["sleep"];
  signal: AbortSignal;
  log: Log;
}

/** The name of the one stream of an EVM store. */
export const EVM_STREAM = "blocks";

/** Blocks read at once, fewer when they are full. */
const MOST_BLOCKS = 256;
/** Transactions that a batch aims at: enough to write long sorted runs, few enough to hold. */
const BATCH_TRANSACTIONS = 4_000;
const POLL_MS = 250;
/** A chain this close to the node's head follows it. */
const FOLLOWING_WITHIN = 16;
const BEAT_MS = 1_000;
const NO_TRACES =
  "the node has no debug API for this chain: internal transactions, and contracts made by contracts, are not indexed";

/**
 * Follows one EVM chain: read, verify, project, commit, until the signal ends it. A block that doesn't fit stops the
 * chain where it is, said in its status.
 * @throws StoreError when the store fails for good or another indexer took it
 */
export async function runEvmChain(options: EvmChainOptions): Promise<void> {
  const follower = await EvmFollower.open(options);
  await follower.run();
}

class EvmFollower {
  readonly #options: EvmChainOptions;
  readonly #report: StreamReport;
  readonly #check = new ReceiptCheck();
  #addresses: Dictionary;
  #checkpoint: CheckpointTable | undefined;
  #epoch: EpochTable;
  /** How many blocks the next reading asks for. */
  #count = 8;
  #beatAt = 0;

  private constructor(
    options: EvmChainOptions,
    at: { checkpoint: CheckpointTable | undefined; epoch: EpochTable; lastAddress: number },
  ) {
    this.#options = options;
    this.#report = new StreamReport(options.store.books, EVM_STREAM, options.now);
    this.#checkpoint = at.checkpoint;
    this.#epoch = at.epoch;
    this.#addresses = newDictionary(options.store, at.lastAddress);
  }

  static async open(options: EvmChainOptions): Promise<EvmFollower> {
    const { db, books } = options.store;
    return new EvmFollower(options, {
      checkpoint: await readCheckpoint(books, EVM_STREAM),
      epoch: await findLastEpoch(db),
      lastAddress: await lastIdOf(books, "address"),
    });
  }

  async run(): Promise<void> {
    const { signal, traces } = this.#options;
    this.#report.notice(traces ? undefined : NO_TRACES);
    await this.#ask(() => resumeCheck(this.#check, this.#options));
    let reading = this.#read(this.#next);
    while (!signal.aborted) {
      const batch = await reading.catch(onlyData);
      if (batch === undefined) break;
      if (batch instanceof DataError) return this.#stop(batch);
      // The next batch is read while this one is written; what that throws is thrown when it is waited for.
      reading = this.#read(batch.next);
      reading.catch(() => undefined);
      const failure = await this.#store(batch.blocks);
      if (failure) return this.#stop(failure);
    }
    await this.#report.write();
  }

  get #next(): number {
    return this.#checkpoint?.next_index ?? 0;
  }

  /** Blocks from number `start` on with what executing them gave; waits at the head. Undefined once the signal ended it. */
  async #read(start: number): Promise<{ blocks: ExecutedBlock[]; next: number } | undefined> {
    const { source, client, traces, signal, sleep, now } = this.#options;
    while (!signal.aborted) {
      const head = await this.#ask(async () => ({ index: await source.head(signal) }));
      if (head === undefined) return undefined;
      this.#report.nodeAnswered(head.index);
      this.#showProgress(head.index, start);
      await this.#beat(now());
      if (head.index === undefined || start > head.index) {
        await sleep(POLL_MS, signal);
        continue;
      }
      const count = Math.min(this.#count, head.index - start + 1);
      const blocks = await this.#ask(async () =>
        readExecution(client, await source.read(start, count, signal), { traces, signal }),
      );
      if (blocks === undefined) return undefined;
      this.#count = fittingCount(blocks);
      const last = blocks.at(-1);
      if (last) return { blocks, next: last.index + 1 };
    }
    return undefined;
  }

  /** @returns what is wrong with the first block that doesn't fit; those before it are stored */
  async #store(blocks: readonly ExecutedBlock[]): Promise<DataError | undefined> {
    const fitting: ExecutedBlock[] = [];
    let failure: DataError | undefined;
    let parent = this.#checkpoint;
    for (const block of blocks) {
      try {
        expectLink(parent, block);
        this.#check.check(block);
      } catch (error) {
        if (!(error instanceof DataError)) throw error;
        failure = error;
        break;
      }
      fitting.push(block);
      parent = checkpointOf(block);
    }
    await this.#write(fitting);
    return failure;
  }

  async #write(blocks: readonly ExecutedBlock[]): Promise<void> {
    const last = blocks.at(-1);
    if (last === undefined) return;
    const { store, claim, now, client, signal } = this.#options;
    try {
      const projection = await prepare(blocks, {
        store,
        client,
        addresses: this.#addresses,
        epoch: this.#epoch,
        signal,
        ask: (question) => this.#ask(question),
      });
      if (projection === undefined) return;
      for (const block of blocks) projectBlock(projection, block, now());
      const batch = await projection.finish(store.db);
      const to = checkpointOf(last);
      await store.db.transaction().execute(async (trx) => {
        const books = trx as unknown as EvmStore["books"];
        await renewLease(books, { ...claim, nowMs: now() });
        await moveCheckpoint(books, this.#checkpoint, to);
        await writeEvmBatch(trx, batch);
      });
      this.#checkpoint = to;
      this.#epoch = projection.epoch;
    } catch (error) {
      // They may have given out numbers that nobody stored.
      this.#addresses = newDictionary(store, await lastIdOf(store.books, "address"));
      throw error;
    }
  }

  async #ask<T>(ask: () => Promise<T>): Promise<T | undefined> {
    const { now, sleep, signal, log } = this.#options;
    return askUntilAnswered(ask, {
      now,
      sleep,
      signal,
      observe: () => {},
      onTrouble: (error, delayMs) => {
        log.warn(`the EVM chain's node is away: ${error.message}`, { delayMs });
        this.#report.nodeFailed(error);
      },
    });
  }

  async #stop(failure: DataError): Promise<void> {
    const { log, signal } = this.#options;
    log.error("EVM chain stopped", { err: failure });
    await this.#report.stopped(failure);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }

  async #beat(nowMs: number): Promise<void> {
    if (nowMs - this.#beatAt < BEAT_MS) return;
    this.#beatAt = nowMs;
    await renewLease(this.#options.store.books, { ...this.#options.claim, nowMs });
    await this.#report.write();
  }

  #showProgress(head: number | undefined, start: number): void {
    const behind = (head ?? -1) - start + 1;
    this.#report.setState(behind > FOLLOWING_WITHIN ? "catching-up" : "following");
  }
}

/** Bytes that disagree stop the chain; any other error is thrown on. */
function onlyData(error: unknown): DataError {
  if (error instanceof DataError) return error;
  throw error;
}

function newDictionary({ books }: EvmStore, lastId: number): Dictionary {
  return new Dictionary((bytes) => findAddresses(books, bytes), lastId);
}

/** As many blocks as hold `BATCH_TRANSACTIONS` if the next ones are like the last. */
function fittingCount(blocks: readonly ExecutedBlock[]): number {
  const transactions = blocks.reduce((sum, block) => sum + block.transactions.length, 0);
  const fitting = Math.floor((BATCH_TRANSACTIONS * blocks.length) / Math.max(1, transactions));
  return Math.max(1, Math.min(MOST_BLOCKS, fitting, blocks.length * 4));
}

function checkpointOf({ index, hash, height, time }: ExecutedBlock): CheckpointTable {
  return { stream: EVM_STREAM, next_index: index + 1, head_id: hash, head_block_id: hash, height, time };
}

/** The block follows the stored head: accepted is final, so anything else is not this chain. */
function expectLink(parent: CheckpointTable | undefined, { index, height, parentHash }: ExecutedBlock): void {
  if (parent === undefined) return;
  if (index === parent.next_index && equalBytes(parentHash, parent.head_id)) return;
  throw new DataError(
    "HEAD_MISMATCH",
    `block ${height} (number ${index}) has parent ${toHex(parentHash)}, the store ends with ${toHex(parent.head_id)} at height ${parent.height}`,
    { hint: "see whether the node still serves the same chain; `firn reset` indexes it anew" },
  );
}
