import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { DataError } from "../../errors";
import type { RecoverKeys } from "../../indexer/evm/feed/senders";
import type { SendersRequest, SendersResponse } from "./evm-senders";

interface Waiting {
  resolve: (keys: Uint8Array) => void;
  reject: (error: unknown) => void;
}

/** Threads beside those that read and write: recovering a key takes as long as all other work on its transaction. */
const THREADS = Math.min(4, Math.max(2, availableParallelism() - 2));

/**
 * Recovers the keys that signed blocks' transactions in threads of their own, which end with the thread that opened them. The queue is
 * bounded by the reader, which reads at most one batch ahead.
 */
export function openSenderThreads(
  script = new URL("./evm-senders.mjs", import.meta.url),
  threads = THREADS,
): RecoverKeys {
  const waiting = new Map<number, Waiting>();
  const workers = Array.from({ length: threads }, () => openThread(script, waiting));
  let count = 0;
  return (body) =>
    new Promise((resolve, reject) => {
      const id = count++;
      waiting.set(id, { resolve, reject });
      const wanted: SendersRequest = { id, body };
      workers[id % workers.length]?.postMessage(wanted);
    });
}

function openThread(script: URL, waiting: Map<number, Waiting>): Worker {
  const worker = new Worker(script);
  worker.on("message", (found: SendersResponse) => {
    const { resolve, reject } = waiting.get(found.id) as Waiting;
    waiting.delete(found.id);
    if ("keys" in found) resolve(found.keys);
    else reject(new DataError(found.failure.code, found.failure.message));
  });
  worker.on("error", (error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  worker.unref(); // the reader's requests to the node keep the process alive
  return worker;
}
