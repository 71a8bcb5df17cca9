import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import { Registry } from "prom-client";
import type { Route } from "../../contract/route";
import { ROUTES, type RouteName } from "../../contract/routes";
import { BusyError } from "../../errors";
import type { Log } from "../../log";
import type { OpenAnswering } from "../answering";
import { METRICS_PATH } from "../app";
import type { ApiEnv } from "../env";
import { answerReadiness, healthOf, NEVER_KEPT, readinessOf } from "../operations/ready";
import { addReadiness } from "../operations/status-metrics";
import { Costs, type Kind, LINES, type Line } from "./costs";
import { RequestQueue, type Waiting } from "./queue";
import { requestOf } from "./sent-request";
import { type ReadAnswer, ReaderThread } from "./thread";
import { openThreadMetrics, type ThreadMetrics } from "./thread-metrics";

export interface ReadersOptions {
  /** Bundle of the threads' file. */
  script: URL;
  /** How many, at least one. */
  count: number;
  version: string;
  /** Their settings; those of this process by default. */
  env?: NodeJS.ProcessEnv;
  log: Log;
  registry: Registry;
}

/** How long a request may expect to wait: what is answered in milliseconds less than what is wide. */
const MOST_WAIT_MS = { quick: 200, wide: 1_000, huge: 5_000, together: 1_000 };
/** Requests that one thread answers at once: while it reads, and while all of them wait for the node. */
const AT_ONCE = { reading: 4, waiting: 64 };
/** How long `/ready` and metrics wait for a thread: whoever probes does not wait long. */
const PROBE_MS = { ready: 2_000, metrics: 8_000 };
/** How often threads are looked at while requests wait. */
const LOOK_MS = 20;
/** How long an answer may take. Clients have given up by then. */
const MOST_MS = 30_000;
/** A thread that is silent for longer after that is in the midst of one statement. */
const SILENT_MS = 5_000;
/** A thread that ends on its own is begun again after this. */
const AGAIN_MS = 1_000;

/**
 * Routes whose lists or copies are kept in a thread's memory for all of their pages and readers, and streams, which look
 * together. One thread answers them all.
 */
const KEPT_TOGETHER: ReadonlySet<string> = new Set<RouteName | typeof METRICS_PATH>([
  METRICS_PATH, // what is known of the own node is kept with the alerts
  "getEvents",
  "getAlerts",
  "getIndexes",
  "getUpgrades",
  "getNftImage",
  "listTokenHolders",
  "listNftHolders",
  "listChainAccounts",
  "getAddressesByBalanceOverTime",
  "getNftHoldersByContractAddress",
  "listEvmLogs",
  "listEvmCalls",
  "listEvmInternalTransactions",
]);

/**
 * Answers in threads of their own, each with connections to the stores, so that whoever accepts requests never reads. The
 * first thread of several is never given huge requests: what is answered in milliseconds does not wait behind them.
 * @throws ConfigError CONFIG_INVALID
 */
export async function openReaders(options: ReadersOptions): Promise<OpenAnswering> {
  const readers = new Readers(options);
  await readers.ready();
  return readers;
}

class Readers implements OpenAnswering {
  readonly #options: ReadersOptions;
  readonly #costs = new Costs();
  readonly #queues = {
    quick: queueOf(MOST_WAIT_MS.quick),
    wide: queueOf(MOST_WAIT_MS.wide),
    huge: queueOf(MOST_WAIT_MS.huge),
    together: queueOf(MOST_WAIT_MS.together),
  };
  readonly #threads: Slot[];
  readonly #metrics: ThreadMetrics;
  #look: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ReadersOptions) {
    this.#options = options;
    this.#threads = Array.from({ length: options.count }, () => ({
      thread: this.#begin(),
      taken: { quick: 0, wide: 0, huge: 0 },
    }));
    for (const slot of this.#threads) void this.#keep(slot);
    this.#metrics = openThreadMetrics(options.registry, {
      waiting: (line) => this.#queues[line].size,
      threads: () => this.#threads.map(({ thread, taken }) => ({ taken, report: thread.report })),
    });
  }

  async ready(): Promise<void> {
    await Promise.all(this.#threads.map(({ thread }) => thread.ready));
  }

  async answer(c: Context<ApiEnv>, name: RouteName): Promise<Response> {
    // Whether this process lives is not the threads' to say, and does not wait for any.
    if (name === "getHealth") return Response.json(healthOf(this.#options.version), { headers: NEVER_KEPT });
    if (name === "getReady") return this.#answerReady(c);
    return this.#read(c, name);
  }

  /** In any case: where no thread says how the stores are, that is what it says. */
  async metrics(c: Context<ApiEnv>): Promise<string> {
    const response = await this.#read(c, METRICS_PATH, PROBE_MS.metrics).catch(givenUp);
    if (response?.ok) return response.text();
    const registry = new Registry();
    addReadiness(registry, [{ reason: "busy" }]);
    return registry.metrics();
  }

  /** Soon, whatever waits: who asks this does not ask for long. */
  async #answerReady(c: Context<ApiEnv>): Promise<Response> {
    const response = await this.#read(c, "getReady", PROBE_MS.ready).catch(givenUp);
    if (response !== undefined) return response;
    const message = `no thread that reads has answered within ${PROBE_MS.ready / 1_000} s`;
    return answerReadiness(readinessOf(this.#options.version, [{ reason: "busy", message }]));
  }

  endStreams(): void {
    for (const { thread } of this.#threads) thread.endStreams();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#threads.map(({ thread }) => thread.close()));
  }

  async #read(
    c: Context<ApiEnv>,
    name: RouteName | typeof METRICS_PATH,
    mostMs: number = MOST_MS,
  ): Promise<Response> {
    const isStream = name !== METRICS_PATH && (ROUTES[name] as Route).answers === "events";
    const { signal } = c.req.raw;
    const request = await requestOf(c);
    const { slot, free } = await this.#place(name, signal);
    const { thread } = slot;
    const asked = settled(() => thread.ask(request), free);
    if (signal.aborted) asked.leave();
    signal.addEventListener("abort", asked.leave, { once: true });
    try {
      const { response, tookMs } = await until(asked.answer, isStream ? undefined : mostMs);
      if (tookMs !== undefined && response.ok) this.#costs.learn(name, tookMs);
      return response;
    } catch (error) {
      if (error instanceof BusyError && error.code === "ANSWER_TIMEOUT") {
        if (mostMs < MOST_MS) asked.leave();
        else {
          this.#metrics.late();
          void this.#giveUp(thread, asked.leave);
        }
      }
      throw error;
    }
  }

  /** Waits for a place in a thread. @throws BusyError BUSY */
  async #place(name: string, signal: AbortSignal): Promise<Place> {
    const kind = this.#costs.kindOf(name);
    // The first of several is never given what is huge.
    if (name === "getReady") return this.#take(this.#threads[0] as Slot, kind);
    // A stream waits for nothing and reads little, and there are as many as clients that listen.
    if (name === "getEvents") return this.#take(this.#threads.at(-1) as Slot, kind);
    const line = KEPT_TOGETHER.has(name) ? "together" : kind;
    const queue = this.#queues[line];
    const found = queue.size === 0 ? this.#free(line) : undefined;
    if (found !== undefined) {
      this.#metrics.placed(line, 0);
      return this.#take(found, kind);
    }
    const from = performance.now();
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.remove(request);
        reject(new BusyError("READ_ENDED", "nobody waits for this answer any more"));
      };
      const request: Waiting<Slot> = {
        start: (slot) => {
          signal.removeEventListener("abort", leave);
          this.#metrics.placed(line, performance.now() - from);
          resolve(this.#take(slot, kind));
        },
      };
      if (signal.aborted) return leave();
      try {
        queue.add(request);
      } catch (error) {
        this.#metrics.refused(line);
        throw error;
      }
      this.#lookSoon();
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  #take(slot: Slot, kind: Kind): Place {
    slot.taken[kind] += 1;
    return {
      slot,
      free: () => {
        slot.taken[kind] -= 1;
        this.#next();
      },
    };
  }

  /** The thread with the least to do that may take one more. */
  #free(line: Line): Slot | undefined {
    const isAlone = this.#threads.length === 1;
    const last = this.#threads.length - 1;
    const load = ({ quick, wide, huge }: Slot["taken"]) => quick + wide + huge;
    const able = this.#threads.filter(({ thread, taken }, index) => {
      if (thread.hasEnded || load(taken) >= (thread.isIdle() ? AT_ONCE.waiting : AT_ONCE.reading))
        return false;
      if (line === "together") return index === last;
      if (line === "quick") return taken.huge === 0 || isAlone;
      return taken.wide + taken.huge === 0 && (line === "wide" || index > 0 || isAlone);
    });
    return able.sort((a, b) => load(a.taken) - load(b.taken))[0];
  }

  /** Starts what waits, as far as there is room. A thread has one place for those that are not quick, and they take it first. */
  #next(): void {
    for (const line of ["huge", "together", "wide", "quick"] as const)
      for (;;) {
        const slot = this.#queues[line].size > 0 ? this.#free(line) : undefined;
        if (slot === undefined) break;
        this.#queues[line].take()?.start(slot);
      }
  }

  /** A thread whose requests wait for the node takes more, though none of them has ended. */
  #lookSoon(): void {
    if (this.#look !== undefined) return;
    this.#look = setTimeout(() => {
      this.#look = undefined;
      this.#next();
      if (LINES.some((line) => this.#queues[line].size > 0)) this.#lookSoon();
    }, LOOK_MS);
  }

  /** Lets a thread leave an answer, and ends the thread if it does not even notice. */
  async #giveUp(thread: ReaderThread, leave: () => void): Promise<void> {
    leave();
    const from = performance.now();
    await sleep(SILENT_MS, undefined, { ref: false });
    if (thread.heardAt >= from || this.#isClosed) return;
    this.#options.log.warn("a thread of the API is ended: one statement takes too long");
    await thread.kill();
  }

  #begin(): ReaderThread {
    return new ReaderThread(this.#options);
  }

  /** Begins a thread again when it has ended. */
  async #keep(slot: Slot): Promise<void> {
    for (;;) {
      const failure = await slot.thread.ended;
      if (this.#isClosed) return;
      this.#options.log.error("a thread of the API has ended, and is begun again", { err: failure });
      await sleep(AGAIN_MS);
      if (this.#isClosed) return;
      slot.thread = this.#begin();
      this.#metrics.restarted();
      this.#next();
    }
  }
}

/** No answer in time is none. @throws any other error */
function givenUp(error: unknown): undefined {
  if (!(error instanceof BusyError)) throw error;
}

function queueOf(mostMs: number): RequestQueue<Slot> {
  return new RequestQueue({ mostMs, now: () => performance.now() });
}

interface Slot {
  thread: ReaderThread;
  /** Answers that it is making. */
  taken: Record<Kind, number>;
}

interface Place {
  slot: Slot;
  /** To be called once its answer is there. */
  free(): void;
}

/** Asks, and calls `then` when the answer is there or fails. */
function settled(
  ask: () => ReturnType<ReaderThread["ask"]>,
  then: () => void,
): ReturnType<ReaderThread["ask"]> {
  try {
    const asked = ask();
    asked.answer.then(then, then);
    return asked;
  } catch (error) {
    then();
    throw error;
  }
}

/** @throws BusyError ANSWER_TIMEOUT */
async function until(answer: Promise<ReadAnswer>, ms: number | undefined): Promise<ReadAnswer> {
  if (ms === undefined) return answer;
  return new Promise((resolve, reject) => {
    const late = () =>
      reject(
        new BusyError("ANSWER_TIMEOUT", `the answer takes longer than ${ms / 1_000} s`, {
          hint: "ask for less at once, or again later",
        }),
      );
    const timer = setTimeout(late, ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
