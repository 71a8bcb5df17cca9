import { equalBytes, toHex } from "../../avalanche/codec/bytes";
import type { EvmClient } from "../../client/evm";
import { DataError, NodeError } from "../../errors";
import type { Log } from "../../log";
import { moveCheckpoint, readCheckpoint } from "../../store/bookkeeping/checkpoint";
import { settleContracts } from "../../store/bookkeeping/contract-questions";
import { asHolder, type Claim } from "../../store/bookkeeping/lease";
import type { EvmStore } from "../../store/open-evm";
import { findAddresses, lastAddressId } from "../../store/queries/by-key";
import { findUnsettledBlocks, readBlock } from "../../store/queries/evm/block";
import { findLastEpoch } from "../../store/queries/evm/by-key";
import { writeEvmBatch } from "../../store/rows/evm-batch";
import type { CheckpointTable } from "../../store/tables/checkpoint";
import type { EpochTable } from "../../store/tables/evm/epoch";
import type { Poll } from "../follow/poll";
import { askUntilAnswered, type ReaderOptions } from "../follow/read";
import { StreamReport } from "../follow/report";
import { Dictionary } from "../rows/dictionary";
import { UntracedBlocks } from "./capabilities";
import type { BalanceSample } from "./facts/balance-sample";
import { FirstQuestions } from "./facts/first-questions";
import { askContractsAgain } from "./facts/late-facts";
import type { ExecutedBlock } from "./feed/block";
import { type BlockRun, type FeedEvents, type FeedStart, type OpenFeed, readBlocks } from "./feed/feed";
import type { BlockSource } from "./feed/source";
import { ActiveAddresses } from "./figures/active-addresses";
import { fillTraces } from "./late-traces";
import { beginProjection, prepare } from "./rows/prepare";
import { projectBlock } from "./rows/project";

export interface EvmChainOptions {
  store: EvmStore;
  claim: Claim;
  source: BlockSource;
  client: EvmClient;
  /** Reads in another thread, until the head: taken while more blocks than `behind` are missing. */
  readApart?: { open: OpenFeed; behind: number };
  /** The pauses at the head, where somebody else may end them. */
  poll?: Poll;
  /** What traces are held to at the head. */
  sample?: BalanceSample;
  /** Where somebody may ask for contracts to be asked again. */
  asked?: { folder: string; evmChainId: string } | undefined;
  /** Whether to ask for traces: without a debug API there are no internal transactions. */
  traces: boolean;
  /** What is always wrong with the store, for its status. */
  notice?: string | undefined;
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
/** What changed of the status is written so often. */
const STATUS_MS = 1_000;
/** Between two looks at the clock, and after how long a stopped chain tries whether it can go on. */
const LOOK_MS = 10_000;
const STOPPED_MS = 60_000;

/**
 * Follows one EVM chain: read, verify, project, commit, until the signal ends it. A block that doesn't fit stops the
 * chain where it is, said in its status, until the node has one that does.
 * @throws StoreError when the store fails for good or another indexer took it
 */
export async function runEvmChain(options: EvmChainOptions): Promise<void> {
  const follower = await EvmFollower.open(options);
  const ended = new AbortController();
  const late = Promise.all([
    follower.askContracts(ended.signal),
    options.traces ? follower.fillTraces(ended.signal) : undefined,
  ]);
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
  #statusAt = 0;
  /** Something was asked for in vain, and what comes of it is not stored yet. */
  #isTroubled = false;
  /** How a node compares that has less than the store. */
  #elsewhere: { head: number | undefined; text: string } | undefined;
  readonly #questions: FirstQuestions;
  /** What gives out numbers goes one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(
    options: EvmChainOptions,
    at: { checkpoint: CheckpointTable | undefined; epoch: EpochTable; lastAddress: number },
  ) {
    this.#options = options;
    this.#report = new StreamReport(options.store.db, EVM_STREAM, options);
    this.#report.notice(options.notice);
    this.#checkpoint = at.checkpoint;
    this.#epoch = at.epoch;
    this.#addresses = newDictionary(options.store, at.lastAddress);
    this.#questions = new FirstQuestions(options.client, options);
  }

  static async open(options: EvmChainOptions): Promise<EvmFollower> {
    const { db } = options.store;
    return new EvmFollower(options, {
      checkpoint: await readCheckpoint(db, EVM_STREAM),
      epoch: await findLastEpoch(db),
      lastAddress: await lastAddressId(db),
    });
  }

  async run(): Promise<void> {
    const { signal } = this.#options;
    while (!signal.aborted) {
      const failure = await this.#follow();
      if (failure) await this.#stop(failure);
    }
    await this.#report.write();
  }

  /** @returns why a block doesn't fit; undefined when the feed or the signal ended it */
  async #follow(): Promise<DataError | undefined> {
    try {
      for await (const run of (await this.#openFeed()) ?? []) {
        await this.#alone(() => this.#write(run));
        if (this.#options.signal.aborted) break;
      }
      return undefined;
    } catch (error) {
      if (error instanceof DataError) return error;
      throw error;
    }
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

  /** Asks contracts beside those that come for what the node could not say of them, until the signal ends it. */
  askContracts(ended: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([this.#options.signal, ended]);
    return askContractsAgain({ ...this.#options, signal, alone: (work) => this.#alone(work) });
  }

  /** Blocks from the checkpoint on; undefined once the signal ended it. */
  async #openFeed(): Promise<AsyncGenerator<BlockRun, void, void> | undefined> {
    const { store, source, readApart, signal } = this.#options;
    const head = await this.#ask(async () => ({ index: await source.head(signal) }));
    if (head === undefined) return undefined;
    const start = await this.#feedStart();
    const events: FeedEvents = {
      onHead: (nodeHead, next) => this.#showHead(nodeHead, next),
      onTrouble: (error, delayMs) => this.#showTrouble(error, delayMs),
    };
    const behind = (head.index ?? -1) - start.index;
    const isFar = readApart !== undefined && behind > readApart.behind;
    await store.setLog(isFar ? "long" : "short");
    return isFar ? readApart.open(start, events) : this.#readHere(start, events);
  }

  async *#readHere(start: FeedStart, events: FeedEvents): AsyncGenerator<BlockRun, void, void> {
    for await (const blocks of readBlocks(start, { ...this.#options, ...events })) yield [blocks];
  }

  async #feedStart(): Promise<FeedStart> {
    const { store, traces } = this.#options;
    const index = this.#checkpoint?.next_index ?? 0;
    const { head_id: hash, height = 0, time = 0 } = this.#checkpoint ?? {};
    const parent = hash && { hash, height, time };
    return { index, parent, unsettled: await findUnsettledBlocks(store.db), traces };
  }

  async #write(run: BlockRun): Promise<void> {
    const { store, claim, now, signal } = this.#options;
    const shared = { store, questions: this.#questions, addresses: this.#addresses, signal };
    const projection = await beginProjection((this.#checkpoint?.height ?? -1) + 1, {
      ...shared,
      active: this.#active,
      epoch: this.#epoch,
      members: this.#members,
    });
    const untraced = new UntracedBlocks();
    let last: ExecutedBlock | undefined;
    for await (const blocks of run) {
      if (!(await prepare(projection, blocks, { ...shared, nowMs: now() }))) return;
      for (const block of blocks) {
        projectBlock(projection, block, now());
        untraced.add(block);
      }
      last = blocks.at(-1);
    }
    if (last === undefined) return;
    const batch = await projection.finish(store.db);
    const to = checkpointOf(last);
    await asHolder(store.db, claim, async (trx) => {
      await moveCheckpoint(trx, this.#checkpoint, to);
      await writeEvmBatch(trx, batch);
      await settleContracts(trx, projection.settled);
      await untraced.write(trx);
    });
    this.#checkpoint = to;
    this.#epoch = projection.epoch;
    this.#isTroubled = false;
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const { store } = this.#options;
    const result = this.#turn.then(work).catch(async (error) => {
      // They may have given out numbers that nobody stored.
      this.#addresses = newDictionary(store, await lastAddressId(store.db));
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
    const stored = (this.#checkpoint?.next_index ?? 0) - 1;
    // A node that tells its head may still have no receipts: what is wanted says when all is well again.
    if (stored >= (head ?? -1)) this.#isTroubled = false;
    if (!this.#isTroubled) {
      this.#report.nodeAnswered(head);
      const behind = (head ?? -1) - next + 1;
      if (stored <= (head ?? -1)) this.#elsewhere = undefined;
      else if (this.#elsewhere?.head !== head) this.#elsewhere = { head, text: await this.#compareEnd(head) };
      this.#report.nodeElsewhere(this.#elsewhere?.text);
      if (this.#elsewhere) this.#report.setState("waiting-for-node");
      else this.#report.setState(behind > FOLLOWING_WITHIN ? "catching-up" : "following");
    }
    const nowMs = this.#options.now();
    if (Math.abs(nowMs - this.#statusAt) < STATUS_MS) return;
    this.#statusAt = nowMs;
    await this.#report.write();
  }

  /** Of a node that has less than the store: whether what it has is the same. */
  async #compareEnd(head: number | undefined): Promise<string> {
    const { store, source, signal } = this.#options;
    const { next_index = 0, height = 0 } = this.#checkpoint ?? {};
    const less = `the node has ${head === undefined ? "no block" : `blocks up to number ${head}`}, Firn up to ${next_index - 1}`;
    if (head === undefined) return `${less}: it is waited for`;
    const mine = await readBlock(store.db, height - (next_index - 1 - head));
    const [theirs] = await source.read(head, 1, signal).catch((error: unknown) => {
      if (error instanceof NodeError || error instanceof DataError || signal.aborted) return [];
      throw error;
    });
    if (mine === undefined || theirs === undefined || equalBytes(mine.hash, theirs.hash))
      return `${less}: it is waited for`;
    const other = `block ${mine.height} is ${toHex(mine.hash)}, the node's is ${toHex(theirs.hash)}`;
    return `${less}, and ${other}: it follows another history than the store: name the right node, or run \`firn reset\``;
  }

  /** Stands still until the block that didn't fit does, or the signal comes. */
  async #stop(failure: DataError): Promise<void> {
    const { log, now, sleep, signal } = this.#options;
    log.error("EVM chain stopped", { err: failure });
    await this.#report.stopped(failure);
    for (let lookedAt = now(); !signal.aborted; ) {
      await sleep(LOOK_MS, signal);
      if (Math.abs(now() - lookedAt) < STOPPED_MS) continue;
      lookedAt = now();
      if (!(await this.#fitsNow())) continue;
      log.info("the block fits now: the EVM chain goes on");
      return this.#report.resumed();
    }
  }

  /** Whether the node's block is ours where the store ends. */
  async #isAtHead(): Promise<boolean> {
    const { source, signal } = this.#options;
    if (this.#checkpoint === undefined) return true;
    const [theirs] = await source.read(this.#checkpoint.next_index - 1, 1, signal);
    return theirs !== undefined && equalBytes(theirs.hash, this.#checkpoint.head_id);
  }

  async #fitsNow(): Promise<boolean> {
    const { signal } = this.#options;
    const unseen = { onHead: async () => {}, onTrouble: () => {} };
    const feed = readBlocks(await this.#feedStart(), { ...this.#options, ...unseen, untilHead: true });
    try {
      return (await feed.next()).done !== true || (await this.#isAtHead());
    } catch (error) {
      if (error instanceof DataError || error instanceof NodeError || signal.aborted) return false;
      throw error;
    } finally {
      await feed.return();
    }
  }
}

function newDictionary({ db }: EvmStore, lastId: number): Dictionary {
  return new Dictionary((bytes) => findAddresses(db, bytes), lastId);
}

function checkpointOf({ index, hash, height, time }: ExecutedBlock): CheckpointTable {
  return { stream: EVM_STREAM, next_index: index + 1, head_id: hash, head_block_id: hash, height, time };
}
