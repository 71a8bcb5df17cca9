import { on } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type ResourceLimits, Worker } from "node:worker_threads";
import { DataError, NodeError } from "../../errors";
import type { ExecutedBlock } from "../../indexer/evm/feed/block";
import type { BlockRun, OpenFeed } from "../../indexer/evm/feed/feed";
import { unpackBlocks } from "../../indexer/evm/feed/pack";
import type { ChainAddress } from "../../indexer/evm/feed/source";
import type { SourceEvents } from "../../indexer/follow/read";
import type { ReaderInput, ReaderMessage } from "./evm-reader";

/**
 * Heap limit of a thread that indexes: far more than it needs. Without a limit the engine lets garbage grow with the
 * machine's memory, to half as much again in all.
 */
export const THREAD_LIMITS: ResourceLimits = { maxOldGenerationSizeMb: 1024 };

/** How far behind the head, in blocks, a second thread is worth its memory. */
export const FAR_BEHIND = 2_000;

/**
 * A feed that fetches, parses and proves in a thread of its own, while the calling thread projects and writes. Ends at
 * the chain's head, or with the signal. `script` is the bundle of `evm-reader.ts`.
 */
export function openReaderThread(
  chain: ChainAddress,
  { signal, script = new URL("./evm-reader.mjs", import.meta.url) }: { signal: AbortSignal; script?: URL },
): OpenFeed {
  return async function* readApart(start, events) {
    const workerData: ReaderInput = { chain, start };
    const worker = new Worker(script, { workerData, resourceLimits: THREAD_LIMITS });
    try {
      yield* runsOf(packsOf(worker, events, signal));
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      await worker.terminate();
    }
  };
}

/** Comes between packs while the node does not answer, for an unknown time. */
const PAUSE = "pause";
type Packs = AsyncGenerator<Uint8Array | typeof PAUSE, void, void>;

async function* packsOf(worker: Worker, events: SourceEvents, signal: AbortSignal): Packs {
  for await (const [event] of on(worker, "message", { signal }) as AsyncIterable<[ReaderMessage]>) {
    if ("pack" in event) {
      yield event.pack;
      worker.postMessage(event.pack.length);
      // Waiting messages are delivered one after another: without a pause, no timer and no signal would get a turn.
      await nextTurn();
    } else if ("head" in event) await events.onHead(event.head);
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
    } else return;
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
      if (value === undefined || value === PAUSE) return;
      bytes += value.length;
      yield unpackBlocks(value);
    }
  }
  for await (const first of packs) {
    if (first === PAUSE) continue;
    yield run(first);
    if (failure) throw failure;
    wanted = Math.min(2 * wanted, RUN_BYTES.most);
  }
}
