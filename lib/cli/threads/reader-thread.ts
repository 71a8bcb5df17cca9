import { on } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type ResourceLimits, Worker } from "node:worker_threads";
import { DataError, NodeError } from "../../errors";
import type { ExecutedBlock } from "../../indexer/evm/feed/block";
import type { BlockRun, OpenFeed } from "../../indexer/evm/feed/feed";
import type { OlderEnd, OlderRange, OpenOlder } from "../../indexer/evm/feed/older";
import { unpackBlocks } from "../../indexer/evm/feed/pack";
import type { ChainAddress } from "../../indexer/evm/feed/source";
import type { OpenContainers } from "../../indexer/follow/container-feed";
import { unpackContainers } from "../../indexer/follow/pack-containers";
import type { SourceEvents } from "../../indexer/follow/read";
import type { ContainerReaderInput } from "./container-reader";
import type { ReaderInput } from "./evm-reader";
import type { ReaderMessage } from "./reader-port";

/**
 * Heap limit of a thread that indexes: far more than it needs. Without a limit the engine lets garbage grow with the
 * machine's memory, to half as much again in all.
 */
export const THREAD_LIMITS: ResourceLimits = { maxOldGenerationSizeMb: 1024 };

/** How far behind the head, in blocks, a second thread is worth its memory. */
export const FAR_BEHIND = 2_000;

/** When to end, and what to run: the bundle of the thread's file. */
interface ThreadOptions {
  signal: AbortSignal;
  script?: URL | undefined;
}

/**
 * A feed that fetches, parses and proves in a thread of its own, while the calling thread projects and writes. Ends at
 * the chain's head, or with the signal.
 */
export function openReaderThread(chain: ChainAddress, options: ThreadOptions): OpenFeed {
  return async function* readApart(start, events) {
    yield* inThread({ chain, start: { up: start } }, options, (worker) =>
      runsOf(packsOf(worker, events, options.signal)),
    );
  };
}

/** The same for older blocks. */
export function openOlderThread(chain: ChainAddress, options: Pick<ThreadOptions, "script"> = {}): OpenOlder {
  return async function* readApart(start, events) {
    const { signal } = events;
    return yield* inThread({ chain, start: { down: start } }, { ...options, signal }, (worker) =>
      rangesOf(packsOf(worker, { ...events, onHead: () => {} }, signal)),
    );
  };
}

/** Reads the containers of one stream in a thread of its own, up to the node's head. */
export function openContainerThread(
  nodeUrl: string,
  { script = new URL("./container-reader.mjs", import.meta.url) }: Pick<ThreadOptions, "script"> = {},
): OpenContainers {
  return async function* readApart(start, events) {
    const { signal } = events;
    const input: ContainerReaderInput = { nodeUrl, start };
    yield* inThread(input, { signal, script }, async function* (worker) {
      for await (const pack of packsOf(worker, events, signal))
        if (pack instanceof Uint8Array) yield unpackContainers(pack);
    });
  };
}

/** Values of a thread that ends with them. */
async function* inThread<Value, End>(
  workerData: ReaderInput | ContainerReaderInput,
  { signal, script = new URL("./evm-reader.mjs", import.meta.url) }: ThreadOptions,
  read: (worker: Worker) => AsyncGenerator<Value, End, void>,
): AsyncGenerator<Value, End | undefined, void> {
  const worker = new Worker(script, { workerData, resourceLimits: THREAD_LIMITS });
  try {
    return yield* read(worker);
  } catch (error) {
    if (!signal.aborted) throw error;
    return undefined;
  } finally {
    await worker.terminate();
  }
}

/** Comes between packs while the node does not answer, for an unknown time. */
const PAUSE = "pause";
/** Comes after the packs of a range of older blocks. */
const RANGE_ENDS = "range ends";
type Packs = AsyncGenerator<Uint8Array | typeof PAUSE | typeof RANGE_ENDS, OlderEnd | undefined, void>;

/** @throws Error when the thread ends without saying that it is done: whoever runs this process starts it again */
async function* packsOf(worker: Worker, events: SourceEvents, signal: AbortSignal): Packs {
  const messages = on(worker, "message", { signal, close: ["exit"] });
  for await (const [event] of messages as AsyncIterable<[ReaderMessage]>) {
    if ("pack" in event) {
      yield event.pack;
      worker.postMessage(event.pack.length);
      // Waiting messages are delivered one after another: without a pause, no timer and no signal would get a turn.
      await nextTurn();
    } else if ("head" in event) await events.onHead(event.head);
    else if ("source" in event) events.onSource?.(event.source);
    else if ("limit" in event) events.onLimit?.(event.limit);
    else if ("trouble" in event) {
      const { code, message, hint } = event.trouble;
      await events.onFailure?.(
        new NodeError(code, message, hint === undefined ? {} : { hint }),
        event.delayMs,
      );
      yield PAUSE;
    } else if ("answers" in event) {
      await events.onAnswer?.();
    } else if ("failure" in event) {
      const { code, message, hint } = event.failure;
      throw new DataError(code, message, hint === undefined ? {} : { hint });
    } else if ("rangeEnds" in event) yield RANGE_ENDS;
    else return event.older;
  }
  if (signal.aborted) return undefined;
  throw new Error("a thread that reads blocks ended before it was done");
}

/** Collects the packs of each range. */
async function* rangesOf(packs: Packs): AsyncGenerator<OlderRange, OlderEnd | undefined, void> {
  let range: OlderRange = [];
  for (;;) {
    const { value, done } = await packs.next();
    if (done) return value;
    if (value === RANGE_ENDS) {
      yield range;
      range = [];
    } else if (value !== PAUSE) range.push(unpackBlocks(value));
  }
}

/**
 * Packed bytes written together: long sorted runs, some twenty thousand token transfers. The first run is short, so
 * that nobody waits for it.
 */
const RUN_BYTES = { first: 1 << 18, most: 1 << 23 };

/** Unpacks each part of a run as it arrives. When the feed ends, its last run ends first. */
async function* runsOf(packs: Packs): AsyncGenerator<BlockRun, void, void> {
  let wanted = RUN_BYTES.first;
  let failure: unknown;
  async function* run(first: Uint8Array): AsyncGenerator<ExecutedBlock[], void, void> {
    let bytes = first.length;
    yield unpackBlocks(first);
    while (bytes < wanted) {
      const { value } = await packs.next().catch((error: unknown) => {
        failure = error;
        return { value: undefined };
      });
      if (!(value instanceof Uint8Array)) return;
      bytes += value.length;
      yield unpackBlocks(value);
    }
  }
  for await (const first of packs) {
    if (!(first instanceof Uint8Array)) continue;
    yield run(first);
    if (failure) throw failure;
    wanted = Math.min(2 * wanted, RUN_BYTES.most);
  }
}
