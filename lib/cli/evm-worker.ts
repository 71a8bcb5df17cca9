import { setTimeout as sleepFor } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { describeError } from "../errors";
import { type EvmIndexerOptions, runEvmIndexer } from "../indexer/evm/start";
import { openLog } from "../log";

/** What a worker is given: where and what to index. */
export type EvmWork = Pick<EvmIndexerOptions, "chain" | "folder" | "setAsideFolder" | "holder">;

/** One EVM chain in a thread of its own; any message ends it. */
const work = workerData as EvmWork;
const stop = new AbortController();
parentPort?.once("message", () => stop.abort());
const log = openLog(`index ${work.chain.facts.name ?? work.chain.rpcUrl}`);

try {
  await runEvmIndexer({
    ...work,
    now: Date.now,
    sleep: async (ms, signal) => {
      await sleepFor(ms, undefined, { signal }).catch(() => {}); // an aborted pause is a pause that ended
    },
    signal: stop.signal,
    log,
  });
} catch (error) {
  log.error("EVM indexing failed", { err: error, what: describeError(error) });
  process.exitCode = 1;
} finally {
  parentPort?.close();
}
