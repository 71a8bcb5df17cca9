import type { EventLoopUtilization } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { BusyError, ConfigError } from "../../errors";
import type { FromReader, ReaderInput, SentRequest, ThreadReport, ToReader } from "./messages";

/** An answer as it came from a thread. */
export interface ReadAnswer {
  response: Response;
  /** Time of its statements, ms; undefined for one without statements, or without end. */
  tookMs: number | undefined;
}

interface Asked {
  place: number;
  resolve(answer: ReadAnswer): void;
  reject(error: unknown): void;
  /** Of an answer without end. */
  stream?: ReadableStreamDefaultController<Uint8Array>;
  onPart?: () => void;
}

/** Heap limit of a thread. Pages and their rows are small; lists of holders may take 64 MiB. */
const MEMORY = { maxOldGenerationSizeMb: 512 };

/** Time over which its work is measured, and the share of it below which it has little to do. */
const WINDOW_MS = 20;
const IDLE_SHARE = 0.5;

/** A thread that answers requests. */
export class ReaderThread {
  readonly #worker: Worker;
  readonly #left = new Int32Array(new SharedArrayBuffer(4 * PLACES));
  readonly #free = Array.from({ length: PLACES }, (_, place) => place);
  readonly #asked = new Map<number, Asked>();
  #count = 0;
  /** How busy it was when it was last looked at. */
  #seen: { atMs: number; since: EventLoopUtilization | undefined; share: number } = {
    atMs: 0,
    since: undefined,
    share: 1,
  };
  hasEnded = false;
  /** When it last said something, by `performance.now()`. */
  heardAt = performance.now();
  /** How it last said it is. */
  report: ThreadReport | undefined;
  /** Resolves when it may be asked. @throws ConfigError CONFIG_INVALID */
  readonly ready: Promise<void>;
  /** Resolves when it has ended, on its own or not, with the reason. */
  readonly ended: Promise<unknown>;

  constructor({ script, env = process.env }: { script: URL; env?: NodeJS.ProcessEnv }) {
    const workerData: ReaderInput = { left: this.#left };
    this.#worker = new Worker(script, { workerData, env, resourceLimits: MEMORY });
    let failure: unknown;
    this.#worker.on("error", (error) => {
      failure = error;
    });
    this.ended = new Promise((resolve) => {
      this.#worker.on("exit", () => {
        this.hasEnded = true;
        for (const { reject, stream } of this.#asked.values()) {
          reject(new BusyError("BUSY", "the thread that made this answer has ended", { hint: "ask again" }));
          if (stream !== undefined) close(stream);
        }
        this.#asked.clear();
        resolve(failure);
      });
    });
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on("message", (message: FromReader) => {
        this.heardAt = performance.now();
        if ("ready" in message) resolve();
        else if ("refused" in message) reject(new ConfigError("CONFIG_INVALID", message.refused));
        else if ("report" in message) this.report = message.report;
        else if ("id" in message) this.#take(message);
      });
      void this.ended.then((error) => reject(error ?? new Error("a thread of the API ended as it began")));
    });
    this.ready.catch(() => {}); // whoever awaits it is told
  }

  /** Whether it has little to do: its requests, if there are any, wait for the node. */
  isIdle(): boolean {
    const now = performance.now();
    if (now - this.#seen.atMs >= WINDOW_MS) {
      const { eventLoopUtilization } = this.#worker.performance;
      const since = eventLoopUtilization();
      this.#seen = { atMs: now, since, share: eventLoopUtilization(since, this.#seen.since).utilization };
    }
    return this.#seen.share < IDLE_SHARE;
  }

  /** @returns its answer, and what to call when nobody waits for it any more */
  ask(request: Omit<SentRequest, "place">): { answer: Promise<ReadAnswer>; leave: () => void } {
    if (this.hasEnded)
      throw new BusyError("BUSY", "a thread of the API is being begun again", { hint: "ask again" });
    const id = this.#count++;
    const place = this.#free.pop();
    if (place === undefined) throw new BusyError("BUSY", "too many streams of events", { hint: "ask again" });
    Atomics.store(this.#left, place, 0);
    const answer = new Promise<ReadAnswer>((resolve, reject) => {
      this.#asked.set(id, { place, resolve, reject });
      this.#send({ id, request: { ...request, place } });
    });
    return { answer, leave: () => this.#leave(id) };
  }

  endStreams(): void {
    this.#send({ streams: "end" });
  }

  async close(): Promise<void> {
    this.#send({ close: true });
    await this.ended;
  }

  /** Ends it in the midst of work. */
  async kill(): Promise<void> {
    await this.#worker.terminate();
  }

  #take(message: Extract<FromReader, { id: number }>): void {
    const asked = this.#asked.get(message.id);
    if (asked === undefined) return;
    if ("part" in message) {
      if (message.part === undefined) {
        this.#forget(message.id);
        if (asked.stream) close(asked.stream);
      } else asked.stream?.enqueue(message.part);
      asked.onPart?.();
      return;
    }
    if ("answer" in message) {
      const { status, headers, body } = message.answer;
      this.#forget(message.id);
      asked.resolve({
        response: new Response(body === null ? null : new Uint8Array(body), { status, headers }),
        tookMs: message.tookMs,
      });
      return;
    }
    const { id, stream } = message;
    const body = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          asked.stream = controller;
        },
        pull: () =>
          new Promise<void>((resolve) => {
            asked.onPart = resolve;
            this.#send({ id, more: true });
          }),
        cancel: () => this.#leave(id),
      },
      { highWaterMark: 0 },
    );
    asked.resolve({ response: new Response(body, stream), tookMs: undefined });
  }

  #leave(id: number): void {
    const asked = this.#asked.get(id);
    if (asked === undefined) return;
    Atomics.store(this.#left, asked.place, 1);
    this.#send({ id, leave: true });
    // The answer still comes, and frees the place. A stream has none.
    if (asked.stream !== undefined) this.#forget(id);
  }

  #forget(id: number): void {
    const asked = this.#asked.get(id);
    if (asked === undefined) return;
    this.#asked.delete(id);
    this.#free.push(asked.place);
    asked.onPart?.();
  }

  #send(message: ToReader): void {
    this.#worker.postMessage(message);
  }
}

/** Places for requests at once, streams among them. */
const PLACES = 1_024;

function close(stream: ReadableStreamDefaultController<Uint8Array>): void {
  try {
    stream.close();
  } catch {
    // The reader left before.
  }
}
