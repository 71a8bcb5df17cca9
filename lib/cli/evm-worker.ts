import { setTimeout as sleepFor } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { publicUrl } from "../client/node";
import { describeError } from "../errors";
import { problemOf } from "../indexer/evm/chains";
import { type EvmIndexerOptions, runEvmIndexer } from "../indexer/evm/start";
import { openLog } from "../log";
import { FAR_BEHIND, openReaderThread } from "./reader-thread";

/** What a worker is given: where and what to index. */
export type EvmWork = Pick<EvmIndexerOptions, "chain" | "folder" | "setAsideFolder" | "media" | "holder">;

/** One EVM chain in a thread of its own; any message ends it, and it says why it ended by itself. */
const work = workerData as EvmWork;
const stop = new AbortController();
parentPort?.once("message", () => stop.abort());
const log = openLog(`index ${work.chain.facts.name ?? publicUrl(work.chain.rpcUrl)}`);

try {
  await runEvmIndexer({
    ...work,
    now: Date.now,
    sleep: async (ms, signal) => {
      await sleepFor(ms, undefined, { signal }).catch(() => {}); // an aborted pause is a pause that ended
    },
    signal: stop.signal,
    readApart: { open: openReaderThread(work.chain, { signal: stop.signal }), behind: FAR_BEHIND },
    log,
  });
} catch (error) {
  log.error("EVM indexing failed", { err: error, what: describeError(error) });
  parentPort?.postMessage(problemOf(error));
} finally {
  parentPort?.close();
}
