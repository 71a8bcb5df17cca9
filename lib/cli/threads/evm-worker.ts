import { setTimeout as sleepFor } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { publicUrl } from "../../client/node";
import { describeError } from "../../errors";
import { problemOf } from "../../indexer/evm/chains";
import { type EvmIndexerOptions, runEvmIndexer } from "../../indexer/evm/start";
import { Poll } from "../../indexer/follow/poll";
import { openLog } from "../../log";
import { openStores } from "../../store/open-stores";
import { goOnAfterRejections } from "../service";
import { FAR_BEHIND, openReaderThread } from "./reader-thread";

/** What a worker is given: where and what to index. */
export interface EvmWork extends Pick<EvmIndexerOptions, "chain" | "media" | "holder"> {
  /** Of the stores. */
  place: string;
}

/** What it is told: to end; that its node has news; how long to pause at rest. */
export type WorkerHears = "stop" | "look" | { idleMs: number };

/** One EVM chain in a thread of its own, which says why it ended by itself. */
const work = workerData as EvmWork;
const stop = new AbortController();
const poll = new Poll({ now: Date.now, sleep });
parentPort?.on("message", (told: WorkerHears) => {
  if (told === "stop") stop.abort();
  else if (told === "look") poll.wake();
  else poll.idleMs = told.idleMs;
});
const log = openLog(`index ${work.chain.facts.name ?? publicUrl(work.chain.rpcUrl)}`);
goOnAfterRejections(log);

try {
  await runEvmIndexer({
    ...work,
    stores: openStores(work.place),
    now: Date.now,
    sleep,
    signal: stop.signal,
    poll,
    readApart: { open: openReaderThread(work.chain, { signal: stop.signal }), behind: FAR_BEHIND },
    log,
  });
} catch (error) {
  log.error("EVM indexing failed", { err: error, what: describeError(error) });
  parentPort?.postMessage(problemOf(error));
} finally {
  parentPort?.close();
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await sleepFor(ms, undefined, { signal }).catch(() => {}); // an aborted pause is a pause that ended
}
