import { on } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type ResourceLimits, Worker } from "node:worker_threads";
import { DataError, NodeError } from "../errors";
import type { BlockRun, OpenFeed } from "../indexer/evm/feed";
import { unpackBlocks } from "../indexer/evm/pack";
import type { ChainAddress } from "../indexer/evm/source";
import type { ReaderSays, ReaderWork } from "./evm-reader";

/**
 * Heap of a thread that indexes. Far more than it needs, but a limit: without one the engine lets garbage grow with the
 * machine's memory, to half as much again in all.
 */
export const THREAD_LIMITS: ResourceLimits = { maxOldGenerationSizeMb: 1024 };

/** Blocks behind the head from which on a second thread is worth its memory. */
export const FAR_BEHIND = 2_000;

/**
 * A feed that fetches, parses and proves in a thread of its own, while the thread that takes the blocks projects and
 * writes; it ends at the chain's head, or with the signal. `script` is the bundle of `evm-reader.ts`.
 */
export function openReaderThread(
  chain: ChainAddress,
  { signal, script = new URL("./evm-reader.mjs", import.meta.url) }: { signal: AbortSignal; script?: URL },
): OpenFeed {
  return async function* readApart(start, events) {
    const workerData: ReaderWork = { chain, start };
    const worker = new Worker(script, { workerData, resourceLimits: THREAD_LIMITS });
    try {
      for await (const [said] of on(worker, "message", { signal }) as AsyncIterable<[ReaderSays]>) {
        if ("blocks" in said) {
          yield unpacked(said.blocks);
          worker.postMessage("taken");
          // Messages that wait are handed out one after the other: without a pause no timer and no signal would get a turn.
          await nextTurn();
        } else if ("head" in said) await events.onHead(said.head, said.next);
        else if ("trouble" in said) {
          const { code, message, hint } = said.trouble;
          events.onTrouble(new NodeError(code, message, hint === undefined ? {} : { hint }), said.delayMs);
        } else if ("failure" in said) {
          const { code, message, hint } = said.failure;
          throw new DataError(code, message, hint === undefined ? {} : { hint });
        } else return;
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      await worker.terminate();
    }
  };
}

/** Each part when it is its turn: what one is made of is garbage before the next is. */
function* unpacked(packs: readonly Uint8Array[]): BlockRun {
  for (const pack of packs) yield unpackBlocks(pack);
}
