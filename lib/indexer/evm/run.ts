import type { EvmClient } from "../../client/evm";
import { DataError, type NodeError } from "../../errors";
import type { Log } from "../../log";
import { moveCheckpoint, readCheckpoint } from "../../store/checkpoint";
import { writeEvmBatch } from "../../store/evm-batch";
import { type Claim, renewLease } from "../../store/lease";
import type { EvmStore } from "../../store/open-evm";
import { findAddresses, lastIdOf } from "../../store/queries/by-key";
import { findUnsettledBlocks } from "../../store/queries/evm/block";
import { findLastEpoch } from "../../store/queries/evm/by-key";
import type { CheckpointTable } from "../../store/tables/checkpoint";
import type { EpochTable } from "../../store/tables/evm/epoch";
import { Dictionary } from "../dictionary";
import { askUntilAnswered, type ReaderOptions } from "../read";
import { StreamReport } from "../report";
import { ActiveAddresses } from "./active-addresses";
import type { ExecutedBlock } from "./block";
import { noteUntraced } from "./capabilities";
import { type FeedEvents, type FeedStart, type OpenFeed, readBlocks } from "./feed";
import { fillTraces } from "./late-traces";
import { prepare } from "./prepare";
import { projectBlock } from "./project";
import type { BlockSource } from "./source";

export interface EvmChainOptions {
  store: EvmStore;
  claim: Claim;
  source: BlockSource;
  client: EvmClient;
  /** Reads in another thread, until the head: taken while more blocks than `behind` are missing. */
  readApart?: { open: OpenFeed; behind: number };
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

/** A chain this close to the node's head follows it. */
const FOLLOWING_WITHIN = 16;
const BEAT_MS = 1_000;

/**
 * Follows one EVM chain: read, verify, project, commit, until the signal ends it. A block that doesn't fit stops the
 * chain where it is, said in its status.
 * @throws StoreError when the store fails for good or another indexer took it
 */
export async function runEvmChain(options: EvmChainOptions): Promise<void> {
  const follower = await EvmFollower.open(options);
  const ended = new AbortController();
  const late = options.traces ? follower.fillTraces(ended.signal) : undefined;
  try {
    await follower.run();
  } finally {
    ended.abort();
    await late;
  }
}

class EvmFollower {
  readonly #options: EvmChainOptions;
  readonly #report: StreamReport;
  #addresses: Dictionary;
  #active = new ActiveAddresses();
  #members = new Set<number>();
  #checkpoint: CheckpointTable | undefined;
  #epoch: EpochTable;
  #beatAt = 0;
  /** Something was asked for in vain, and what comes of it is not stored yet. */
  #isTroubled = false;
  /** What gives out numbers goes one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

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
    const { signal } = this.#options;
    try {
      while (!signal.aborted) {
        const feed = await this.#openFeed();
        for await (const blocks of feed ?? []) {
          await this.#alone(() => this.#write(blocks));
          if (signal.aborted) break;
        }
      }
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      await this.#stop(error);
    }
    await this.#report.write();
  }

  /** Gives blocks their traces that were stored without, beside those that come, until the signal ends it. */
  fillTraces(ended: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([this.#options.signal, ended]);
    return fillTraces({
      ...this.#options,
      signal,
      alone: (work) => this.#alone(() => work(this.#addresses)),
    });
  }

  /** Blocks from the checkpoint on; undefined once the signal ended it. */
  async #openFeed(): Promise<AsyncGenerator<ExecutedBlock[], void, void> | undefined> {
    const { store, source, client, readApart, traces, now, sleep, signal } = this.#options;
    const index = this.#checkpoint?.next_index ?? 0;
    const head = await this.#ask(async () => ({ index: await source.head(signal) }));
    if (head === undefined) return undefined;
    const start: FeedStart = {
      index,
      parent: this.#checkpoint && { hash: this.#checkpoint.head_id, height: this.#checkpoint.height },
      unsettled: await findUnsettledBlocks(store.db),
      traces,
    };
    const events: FeedEvents = {
      onHead: (nodeHead, next) => this.#showHead(nodeHead, next),
      onTrouble: (error, delayMs) => this.#showTrouble(error, delayMs),
    };
    const behind = (head.index ?? -1) - index;
    if (readApart && behind > readApart.behind) return readApart.open(start, events);
    return readBlocks(start, { ...events, source, client, now, sleep, signal });
  }

  async #write(blocks: readonly ExecutedBlock[]): Promise<void> {
    const last = blocks.at(-1);
    if (last === undefined) return;
    const { store, claim, now, client, signal } = this.#options;
    const projection = await prepare(blocks, {
      store,
      client,
      addresses: this.#addresses,
      active: this.#active,
      epoch: this.#epoch,
      members: this.#members,
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
      await noteUntraced(trx, blocks);
    });
    this.#checkpoint = to;
    this.#epoch = projection.epoch;
    this.#isTroubled = false;
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const { store } = this.#options;
    const result = this.#turn.then(work).catch(async (error) => {
      // They may have given out numbers that nobody stored.
      this.#addresses = newDictionary(store, await lastIdOf(store.books, "address"));
      this.#active = new ActiveAddresses();
      this.#members = new Set();
      throw error;
    });
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async #ask<T>(ask: () => Promise<T>): Promise<T | undefined> {
    const { now, sleep, signal } = this.#options;
    const onTrouble = (error: NodeError, delayMs: number) => this.#showTrouble(error, delayMs);
    return askUntilAnswered(ask, { now, sleep, signal, observe: () => {}, onTrouble });
  }

  #showTrouble(error: NodeError, delayMs: number): void {
    this.#options.log.warn(`the EVM chain's node is away: ${error.message}`, { delayMs });
    this.#report.nodeFailed(error);
    this.#isTroubled = true;
  }

  async #showHead(head: number | undefined, next: number): Promise<void> {
    // A node that tells its head may still have no receipts: what is wanted says when all is well again.
    if ((this.#checkpoint?.next_index ?? 0) > (head ?? -1)) this.#isTroubled = false;
    if (!this.#isTroubled) {
      this.#report.nodeAnswered(head);
      const behind = (head ?? -1) - next + 1;
      this.#report.setState(behind > FOLLOWING_WITHIN ? "catching-up" : "following");
    }
    const nowMs = this.#options.now();
    if (nowMs - this.#beatAt < BEAT_MS) return;
    this.#beatAt = nowMs;
    await renewLease(this.#options.store.books, { ...this.#options.claim, nowMs });
    await this.#report.write();
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
}

function newDictionary({ books }: EvmStore, lastId: number): Dictionary {
  return new Dictionary((bytes) => findAddresses(books, bytes), lastId);
}

function checkpointOf({ index, hash, height, time }: ExecutedBlock): CheckpointTable {
  return { stream: EVM_STREAM, next_index: index + 1, head_id: hash, head_block_id: hash, height, time };
}
