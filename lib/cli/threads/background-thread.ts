import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { pause } from "../../every";
import type { Log } from "../../log";
import { THREAD_LIMITS } from "./reader-thread";

const SCRIPT = new URL("./background.mjs", import.meta.url);
/** A thread that ends on its own is begun again after this. */
const AGAIN_MS = 1_000;
/** How long it may take to end: messages that are under way come back or are left. */
const ENDING_MS = 3_000;

/** What the API does while nobody asks, in a thread of its own, so that whoever accepts requests never reads. */
export function openBackgroundThread(log: Log): { close(): Promise<void> } {
  const stop = new AbortController();
  const ended = keep(log, stop.signal);
  return {
    async close() {
      stop.abort();
      await ended;
    },
  };
}

async function keep(log: Log, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const worker = new Worker(SCRIPT, { resourceLimits: THREAD_LIMITS });
    worker.on("error", (error) =>
      log.error("the background thread has failed, and is begun again", { err: error }),
    );
    const exited = once(worker, "exit").catch(() => {}); // said above
    await Promise.race([exited, aborted(signal)]);
    if (signal.aborted) {
      worker.postMessage("end");
      const late = new AbortController();
      await Promise.race([exited, pause(ENDING_MS, late.signal)]);
      late.abort();
      await worker.terminate();
      return;
    }
    await pause(AGAIN_MS, signal);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
