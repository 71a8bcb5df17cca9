import { toHex } from "../../avalanche/codec/bytes";
import { DataError, NodeError } from "../../errors";
import { every } from "../../every";
import type { Mutex } from "../../mutex";
import type { BookkeepingDb } from "../../store/db";
import type { Outage } from "./outage";
import { untilPassed } from "./pause";
import type { AskOptions, NodeHead, ReaderOptions } from "./read";
import { type ReportOptions, StreamReport } from "./report";
import { sideBySide } from "./side-by-side";
import type { Failure, NodeEnd, StoredState, Verbs } from "./verbs";

/** What followers of one store and one node have in common. */
export interface FollowerOptions extends ReportOptions, Pick<AskOptions, "sleep" | "signal"> {
  db: BookkeepingDb;
  /** Held for each batch, from load to commit: what one stream stores, the next one finds. */
  lock: Mutex;
  outage: Outage;
}

/** A stream this close to the node's head follows it. */
const FOLLOWING_WITHIN = 16;
/** What changed of the status is written so often. */
const HEARTBEAT_MS = 1_000;
/** After how long a stopped stream tries whether it can go on. */
const RETRY_STOPPED_MS = 60_000;

/**
 * Stores what a node has and what it accepts. It reads, stores, waits while the node is away or has less than the store,
 * stops at an item that does not fit until one does, and says all of that in the status of its stream.
 */
export class Follower<State extends StoredState, Run, Item> {
  readonly report: StreamReport;
  /** How it reads: what is learned of the node goes into the status, and into the log when it is new. */
  readonly reader: ReaderOptions;
  readonly #verbs: Verbs<State, Run, Item>;
  readonly #options: FollowerOptions;
  readonly #over = new AbortController();
  #state: State;
  /** Work that threw may have changed the state in memory: it is loaded again. */
  #isStale = false;
  /** How the node compares while it has less than the store, and the head for which that was found. */
  #lag: { head: string; end: NodeEnd } | undefined;
  #notice: string | undefined;

  private constructor(verbs: Verbs<State, Run, Item>, options: FollowerOptions, state: State) {
    const { now, sleep } = options;
    this.#verbs = verbs;
    this.#options = { ...options, signal: AbortSignal.any([options.signal, this.#over.signal]) };
    this.#state = state;
    this.report = new StreamReport(options.db, verbs.name, options);
    this.reader = {
      now,
      sleep,
      signal: this.#options.signal,
      onHead: (head) => this.#nodeHas(head),
      onSource: (source) => this.report.reads(source),
      onTrouble: (error, delayMs) => this.#nodeFailed(error, delayMs),
      onAnswer: () => this.#nodeAnswered(),
    };
  }

  /** At the stored head of the stream. */
  static async open<State extends StoredState, Run, Item>(
    verbs: Verbs<State, Run, Item>,
    options: FollowerOptions,
  ): Promise<Follower<State, Run, Item>> {
    const follower = new Follower(verbs, options, await verbs.load());
    await follower.report.write();
    return follower;
  }

  /**
   * Follows until the signal comes. Nothing is stored before `ready` says that it may; if it says no, this ends.
   * @throws StoreError when the store fails for good or another indexer took it
   */
  async run(ready: Promise<boolean> = Promise.resolve(true)): Promise<void> {
    const { signal } = this.#options;
    const following = this.#follow(ready).finally(() => this.#over.abort());
    await sideBySide(this.#over, [following, this.#keepStatus(signal)]);
  }

  async #follow(ready: Promise<boolean>): Promise<void> {
    if (!(await ready)) return;
    const { log, signal } = this.#options;
    const alone = <T>(work: (state: State) => Promise<T>) => this.#alone(work);
    log.info("stream starts", { stream: this.#verbs.name, index: this.#nextIndex });
    await this.#showNotice();
    const idle = this.#verbs.idle ?? [];
    await sideBySide(this.#over, [this.#followOn(), ...idle.map((job) => job({ alone, signal }))]);
  }

  async #followOn(): Promise<void> {
    while (!this.#options.signal.aborted) {
      const failure = await this.#followUntilFailure();
      if (failure) await this.#stop(failure);
    }
  }

  async #followUntilFailure(): Promise<Failure<Item> | undefined> {
    const { open, name, evidence, tidy } = this.#verbs;
    this.#options.outage.forget(name);
    let isFirst = true;
    try {
      for await (const run of open(await this.#alone(async (state) => state), this.reader)) {
        const wasEmpty = this.#state.checkpoint === undefined;
        const failure = await this.#store(run);
        if (failure) return failure;
        if (isFirst) await evidence?.drop();
        isFirst = false;
        if (wasEmpty) await this.#showNotice();
        await this.#showProgress();
        if (this.report.state === "following") await tidy?.(this.#state);
        if (this.#options.signal.aborted) break;
      }
      return undefined;
    } catch (error) {
      if (error instanceof DataError) return { error };
      throw error;
    }
  }

  /** @returns what is wrong with the first item that does not fit; those before it are stored */
  #store(run: Run): Promise<Failure<Item> | undefined> {
    return this.#alone(async (before) => {
      const { state, failure } = await this.#verbs.write(before, run, this.#options.signal);
      this.#state = state;
      return failure;
    });
  }

  /** Does `work` on the state as it is stored, while nobody else writes the store. */
  #alone<T>(work: (state: State) => Promise<T>): Promise<T> {
    return this.#options.lock.run(async () => {
      if (this.#isStale) this.#state = await this.#verbs.load();
      this.#isStale = true;
      const done = await work(this.#state);
      this.#isStale = false;
      return done;
    });
  }

  /** Stands still until the node has another item that fits, or the signal comes. */
  async #stop(failure: Failure<Item>): Promise<void> {
    const { log, signal } = this.#options;
    const { name, evidence } = this.#verbs;
    log.error("stream stopped", { stream: name, index: this.#nextIndex, err: failure.error });
    await evidence?.keep(failure);
    await this.report.stopped(failure.error);
    do {
      await untilPassed(RETRY_STOPPED_MS, this.#options);
      if (signal.aborted) return;
    } while (!(await this.#fitsNow()));
    await evidence?.drop();
    log.info("what stopped the stream is gone: it goes on", { stream: name });
    await this.report.resumed();
  }

  /** Whether the node goes on where the store ends. What follows is stored, as that may be refused too. */
  async #fitsNow(): Promise<boolean> {
    const { now, sleep, signal } = this.#options;
    try {
      const state = await this.#alone(async (state) => state);
      const { fits, run } = await this.#verbs.look(state, { now, sleep, signal });
      if (!fits || signal.aborted) return false;
      return run === undefined || (await this.#store(run)) === undefined;
    } catch (error) {
      if (error instanceof DataError || error instanceof NodeError || signal.aborted) return false;
      throw error;
    }
  }

  async #nodeFailed(error: NodeError, delayMs: number): Promise<void> {
    this.#options.outage.begins(this.#verbs.name, error, delayMs);
    await this.report.nodeFailed(error);
  }

  async #nodeAnswered(): Promise<void> {
    this.#options.outage.ends(this.#verbs.name);
    this.report.nodeAnswered(this.report.nodeHead);
    await this.#showProgress();
  }

  async #nodeHas(head: NodeHead | undefined): Promise<void> {
    // A node that tells its head may still not answer what was asked for: that says when all is well again.
    if (this.#options.outage.has(this.#verbs.name)) return;
    const known = this.report.nodeHead;
    if (head && known !== undefined && head.index > known) this.#verbs.onNews?.();
    this.report.nodeAnswered(head?.index);
    await this.#compareEnd(head);
    await this.#showProgress();
  }

  /** A node that has less than the store is waited for; whether it is of the same history is said meanwhile. */
  async #compareEnd(head: NodeHead | undefined): Promise<void> {
    const { compareEnd, name, remedy } = this.#verbs;
    const before = this.#lag;
    if ((head?.index ?? -1) >= this.#nextIndex - 1) {
      this.#lag = undefined;
      if (before) this.report.nodeLags(undefined);
      return;
    }
    const key = head ? `${head.index} ${toHex(head.containerId ?? new Uint8Array())}` : "none";
    if (before?.head === key && before.end.verdict !== "unknown") return;
    const end = await compareEnd(this.#state, head, this.#options.signal);
    this.#lag = { head: key, end };
    const isDiverged = end.verdict === "other";
    const text = isDiverged
      ? `${end.text}: the node is on a different history than the store: ${remedy}, or run \`firn reset\``
      : `${end.text}: waiting for it`;
    this.report.nodeLags(text);
    if (isDiverged && before?.end.verdict !== "other") this.#options.log.warn(text, { stream: name });
    else if (before === undefined) this.#options.log.info(text, { stream: name });
  }

  /** Catching up, following, or waiting for a node that has less than the store. */
  async #showProgress(): Promise<void> {
    const { nodeHead = -1, state, asked } = this.report;
    if (state === "stopped" || !asked || this.#options.outage.has(this.#verbs.name)) return;
    const lag = nodeHead - (this.#nextIndex - 1);
    if (lag < 0) await this.report.setState("waiting-for-node");
    else await this.report.setState(lag > FOLLOWING_WITHIN ? "catching-up" : "following");
  }

  /** Says once what the store can't tell because of where it began. */
  async #showNotice(): Promise<void> {
    const notice = await this.#verbs.notice(this.#state);
    if (notice === this.#notice) return;
    this.#notice = notice;
    if (notice !== undefined) this.#options.log.warn(notice, { stream: this.#verbs.name });
    this.report.notice(notice);
  }

  /** Keeps the status fresh whatever the stream waits for, until the signal comes. */
  async #keepStatus(signal: AbortSignal): Promise<void> {
    const { sleep } = this.#options;
    await every(HEARTBEAT_MS, () => this.report.write(), { sleep, signal });
    await this.report.write();
  }

  get #nextIndex(): number {
    return this.#state.checkpoint?.next_index ?? 0;
  }
}
