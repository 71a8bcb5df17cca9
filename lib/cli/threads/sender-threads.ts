import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { DataError } from "../../errors";
import type { RecoverSenders } from "../../indexer/evm/feed/senders";
import type { SendersFound, SendersWanted } from "./evm-senders";

interface Waiting {
  resolve: (senders: Uint8Array) => void;
  reject: (error: unknown) => void;
}

/** Beside the threads that read and write: a signature takes as long as all else that is done for its transaction. */
const THREADS = Math.min(4, Math.max(1, availableParallelism() - 2));

/**
 * Recovers the senders of blocks in threads of their own, which end with the thread that opened them. What waits is what
 * has been asked for: the reader reads no more than a batch ahead.
 */
export function openSenderThreads(
  script = new URL("./evm-senders.mjs", import.meta.url),
  threads = THREADS,
): RecoverSenders {
  const waiting = new Map<number, Waiting>();
  const workers = Array.from({ length: threads }, () => openThread(script, waiting));
  let count = 0;
  return (body) =>
    new Promise((resolve, reject) => {
      const id = count++;
      waiting.set(id, { resolve, reject });
      const wanted: SendersWanted = { id, body };
      workers[id % workers.length]?.postMessage(wanted);
    });
}

function openThread(script: URL, waiting: Map<number, Waiting>): Worker {
  const worker = new Worker(script);
  worker.on("message", (found: SendersFound) => {
    const { resolve, reject } = waiting.get(found.id) as Waiting;
    waiting.delete(found.id);
    if ("senders" in found) resolve(found.senders);
    else reject(new DataError(found.failure.code, found.failure.message));
  });
  worker.on("error", (error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  worker.unref(); // what waits for senders waits for the node too
  return worker;
}
