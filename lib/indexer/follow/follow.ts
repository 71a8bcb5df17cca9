import { toHex } from "../../avalanche/codec/bytes";
import type { Pace } from "../../client/pace";
import { asTyped } from "../../command-names";
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

/** Options that the followers of one store and one node share. */
export interface FollowerOptions extends ReportOptions, Pick<AskOptions, "sleep" | "signal"> {
  db: BookkeepingDb;
  /** Held for each batch, from load to commit, so that the next stream sees what was stored. */
  lock: Mutex;
  outage: Outage;
  /** Of all requests to the node. */
  pace?: Pick<Pace, "limit" | "note"> | undefined;
}

/** A stream within this many items of the node's head is following it. */
const FOLLOWING_WITHIN = 16;
/** How often a changed status is written. */
const HEARTBEAT_MS = 1_000;
/** How often a stopped stream checks whether it can go on. */
const RETRY_STOPPED_MS = 60_000;

/**
 * Stores what a node has and then what it accepts. It reads, stores, waits while the node is unreachable or behind the
 * store, stops at an item that does not fit until one does, and reports all of that in the status of its stream.
 */
export class Follower<State extends StoredState, Run, Item> {
  readonly report: StreamReport;
  /** Options for reading. They report news of the node to the status and, when new, to the log. */
  readonly reader: ReaderOptions;
  readonly #verbs: Verbs<State, Run, Item>;
  readonly #options: FollowerOptions;
  readonly #over = new AbortController();
  #state: State;
  /** Failed work may have changed the state in memory, so it is loaded again. */
  #isStale = false;
  /** How the node compares while it is behind the store, and the node head for which that was found. */
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
      onSource: (source) => this.report.setSource(source),
      onLimit: (limit) => options.pace?.note(limit),
      onFailure: (error, delayMs) => this.#nodeFailed(error, delayMs),
      onAnswer: () => this.#nodeAnswered(),
    };
  }

  /** Opens a follower at the stream's stored head. */
  static async open<State extends StoredState, Run, Item>(
    verbs: Verbs<State, Run, Item>,
    options: FollowerOptions,
  ): Promise<Follower<State, Run, Item>> {
    const follower = new Follower(verbs, options, await verbs.load());
    await follower.report.write();
    return follower;
  }

  /**
   * Follows until the signal is aborted. Nothing is stored before `ready` resolves to true; if it resolves to false,
   * this ends.
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

  /** @returns why the first item does not fit; those before it are stored */
  #store(run: Run): Promise<Failure<Item> | undefined> {
    return this.#alone(async (before) => {
      const { state, failure } = await this.#verbs.write(before, run, this.#options.signal);
      this.#state = state;
      return failure;
    });
  }

  /** Runs `work` on the stored state while nobody else writes the store. */
  #alone<T>(work: (state: State) => Promise<T>): Promise<T> {
    return this.#options.lock.run(async () => {
      if (this.#isStale) this.#state = await this.#verbs.load();
      this.#isStale = true;
      const done = await work(this.#state);
      this.#isStale = false;
      return done;
    });
  }

  /** Waits until the node has another item that fits, or the signal is aborted. */
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
    log.info("what stopped the stream is gone: it resumes", { stream: name });
    await this.report.resumed();
  }

  /** Whether the node continues where the store ends. The next items are stored too, as they may be rejected again. */
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
    // A node that gives its head may still fail the pending request; only an answer to that ends the outage.
    if (this.#options.outage.has(this.#verbs.name)) return;
    const known = this.report.nodeHead;
    if (head && known !== undefined && head.index > known) this.#verbs.onNews?.();
    this.report.nodeAnswered(head?.index);
    await this.#compareEnd(head);
    await this.#showProgress();
  }

  /** Compares a node that is behind the store: whether its history is the store's is reported while waiting for it. */
  async #compareEnd(head: NodeHead | undefined): Promise<void> {
    const { compareEnd, name, remedy } = this.#verbs;
    const before = this.#lag;
    if ((head?.index ?? -1) >= this.#nextIndex - 1) {
      this.#lag = undefined;
      if (before) this.report.setLag(undefined);
      return;
    }
    const key = head ? `${head.index} ${toHex(head.containerId ?? new Uint8Array())}` : "none";
    if (before?.head === key && before.end.history !== "unknown") return;
    const end = await compareEnd(this.#state, head, this.#options.signal);
    this.#lag = { head: key, end };
    const isDiverged = end.history === "other";
    const text = isDiverged
      ? asTyped(
          `${end.text}: the node is on a different history than the store: ${remedy}, or run \`firn reset\``,
        )
      : `${end.text}: waiting for it`;
    this.report.setLag(text);
    if (isDiverged && before?.end.history !== "other") this.#options.log.warn(text, { stream: name });
    else if (before === undefined) this.#options.log.info(text, { stream: name });
  }

  /** Sets the state: catching up, following, unreadable, or waiting for a node that is behind the store. */
  async #showProgress(): Promise<void> {
    const { nodeHead = -1, state, hasAnswered } = this.report;
    if (state === "stopped" || !hasAnswered || this.#options.outage.has(this.#verbs.name)) return;
    const lag = nodeHead - (this.#nextIndex - 1);
    await this.#showNotice();
    if (await this.#verbs.isUnreadable?.()) await this.report.setState("unreadable");
    else if (lag < 0) await this.report.setState("waiting-for-node");
    else await this.report.setState(lag > FOLLOWING_WITHIN ? "catching-up" : "following");
  }

  /** Reports what the store lacks because of where it began or of what the node does not have; logs it once. */
  async #showNotice(): Promise<void> {
    const notice = await this.#verbs.notice(this.#state);
    if (notice === this.#notice) return;
    this.#notice = notice;
    if (notice !== undefined) this.#options.log.warn(notice, { stream: this.#verbs.name });
    this.report.notice(notice);
  }

  /** Keeps the stored status fresh until the signal is aborted. */
  async #keepStatus(signal: AbortSignal): Promise<void> {
    const { sleep } = this.#options;
    const beat = async () => {
      await this.#showNotice();
      await this.report.write();
    };
    await every(HEARTBEAT_MS, beat, { sleep, signal });
    await this.report.write();
  }

  get #nextIndex(): number {
    return this.#state.checkpoint?.next_index ?? 0;
  }
}
