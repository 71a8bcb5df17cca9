import { parentPort, workerData } from "node:worker_threads";
import { publicUrl } from "../../client/node-call";
import { describeError } from "../../errors";
import { pause } from "../../every";
import { problemOf } from "../../indexer/evm/chains";
import { type EvmIndexerOptions, runEvmIndexer } from "../../indexer/evm/start";
import { Poll } from "../../indexer/follow/poll";
import { openLog } from "../../log";
import { openStores } from "../../store/open-stores";
import type { StoresPlace } from "../../store/stores";
import { logRejections } from "../service";
import { FAR_BEHIND, openOlderThread, openReaderThread } from "./reader-thread";

/** Input of a worker: what to index, and where. */
export interface WorkerInput extends Pick<EvmIndexerOptions, "chain" | "media" | "leaveOutLogs" | "holder"> {
  /** Folder of the stores. */
  place: StoresPlace;
}

/** Commands to a worker: end; the node has news; how long to pause when idle. */
export type WorkerCommand = "stop" | "look" | { idleMs: number };

/** Indexes one EVM chain in a thread of its own, and reports the reason if it ends on its own. */
const work = workerData as WorkerInput;
const stop = new AbortController();
const poll = new Poll({ now: Date.now, sleep: pause });
parentPort?.on("message", (command: WorkerCommand) => {
  if (command === "stop") stop.abort();
  else if (command === "look") poll.wake();
  else poll.idleMs = command.idleMs;
});
const log = openLog(`index ${work.chain.facts.name ?? publicUrl(work.chain.rpcUrl)}`);
logRejections(log);

try {
  await runEvmIndexer({
    ...work,
    stores: openStores(work.place),
    now: Date.now,
    sleep: pause,
    signal: stop.signal,
    poll,
    readInThread: { open: openReaderThread(work.chain, { signal: stop.signal }), lag: FAR_BEHIND },
    openOlder: openOlderThread(work.chain),
    log,
  });
} catch (error) {
  log.error("EVM indexing failed", { err: error, what: describeError(error) });
  parentPort?.postMessage(problemOf(error));
} finally {
  parentPort?.close();
}
