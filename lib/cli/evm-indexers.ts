import { randomUUID } from "node:crypto";
import { setTimeout as sleepFor } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { openNode } from "../client/node";
import type { Problem } from "../indexer/evm/candidates";
import { followEvmChains, problemOf, type RunningChain } from "../indexer/evm/chains";
import type { EvmChainConfig } from "../indexer/evm/start";
import type { Log } from "../log";
import type { EvmWork } from "./evm-worker";
import { THREAD_LIMITS } from "./reader-thread";

interface Options {
  nodeUrl: string;
  /** RPC URLs and blockchain ids; none: all that the node tracks. */
  named: readonly string[];
  folder: string;
  setAsideFolder: string;
  /** What may be fetched for NFTs. */
  media: EvmWork["media"];
  log: Log;
}

/** Indexes the EVM side of the C-Chain and of L1s, each in a thread of its own, until `close`. */
export function openEvmIndexers(options: Options): { close(): Promise<void> } {
  const { nodeUrl, named, folder, log } = options;
  const stop = new AbortController();
  const ended = followEvmChains({
    node: openNode(nodeUrl),
    nodeUrl,
    named,
    folder,
    now: Date.now,
    sleep: async (ms, signal) => {
      await sleepFor(ms, undefined, { signal }).catch(() => {}); // an aborted pause is a pause that ended
    },
    signal: stop.signal,
    log,
    start: (chain) => startWorker(chain, options),
  });
  return {
    async close() {
      stop.abort();
      await ended;
    },
  };
}

function startWorker(chain: EvmChainConfig, { folder, setAsideFolder, media, log }: Options): RunningChain {
  const workerData: EvmWork = { chain, folder, setAsideFolder, media, holder: randomUUID() };
  const script = new URL("./evm-worker.mjs", import.meta.url);
  const worker = new Worker(script, { workerData, resourceLimits: THREAD_LIMITS });
  let problem: Problem | undefined;
  worker.on("message", (said: Problem) => {
    problem = said;
  });
  worker.on("error", (error) => {
    log.error("an EVM chain's thread failed", { err: error });
    problem = problemOf(error);
  });
  const ended = new Promise<Problem | undefined>((resolve) => worker.once("exit", () => resolve(problem)));
  return {
    ended,
    async stop() {
      worker.postMessage("stop");
      await ended;
    },
  };
}
