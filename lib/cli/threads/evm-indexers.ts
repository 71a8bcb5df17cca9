import { randomUUID } from "node:crypto";
import { setTimeout as sleepFor } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { openNode } from "../../client/node";
import type { Problem } from "../../indexer/evm/candidates";
import { followEvmChains, problemOf, type RunningChain } from "../../indexer/evm/chains";
import type { EvmChainConfig } from "../../indexer/evm/start";
import type { Log } from "../../log";
import type { Stores } from "../../store/stores";
import type { EvmWork, WorkerHears } from "./evm-worker";
import { THREAD_LIMITS } from "./reader-thread";

interface Options {
  nodeUrl: string;
  /** RPC URLs and blockchain ids; none: all that the node tracks. */
  named: readonly string[];
  stores: Stores;
  /** What may be fetched for NFTs. */
  media: EvmWork["media"];
  log: Log;
}

/** The threads that index EVM chains. */
export interface EvmIndexers {
  /** The node has another block of the C-Chain. */
  wakeC(): void;
  close(): Promise<void>;
}

/** At rest the C-Chain's thread asks this seldom: it is told when the primary store's indexer sees a block. */
const TOLD_IDLE_MS = 10_000;
/** At rest the threads of all other chains together ask the node at most 40 times a minute, and each every 2 s or more seldom. */
const SHARED_IDLE_MS = { each: 2_000, perChain: 1_500 };

/** Indexes the EVM side of the C-Chain and of L1s, each in a thread of its own, until `close`. */
export function openEvmIndexers(options: Options): EvmIndexers {
  const { nodeUrl, named, stores, log } = options;
  const stop = new AbortController();
  const threads = new Set<Thread>();
  const sharePauses = () => {
    const others = [...threads].filter(({ isC }) => !isC);
    const idleMs = Math.max(SHARED_IDLE_MS.each, others.length * SHARED_IDLE_MS.perChain);
    for (const { isC, tell } of threads) tell({ idleMs: isC ? TOLD_IDLE_MS : idleMs });
  };
  const ended = followEvmChains({
    node: openNode(nodeUrl),
    nodeUrl,
    named,
    stores,
    now: Date.now,
    sleep: async (ms, signal) => {
      await sleepFor(ms, undefined, { signal }).catch(() => {}); // an aborted pause is a pause that ended
    },
    signal: stop.signal,
    log,
    start(chain) {
      const thread = startWorker(chain, options);
      threads.add(thread);
      sharePauses();
      void thread.ended.then(() => {
        threads.delete(thread);
        sharePauses();
      });
      return thread;
    },
  });
  return {
    wakeC() {
      for (const { isC, tell } of threads) if (isC) tell("look");
    },
    async close() {
      stop.abort();
      await ended;
    },
  };
}

interface Thread extends RunningChain {
  isC: boolean;
  tell(told: WorkerHears): void;
}

function startWorker(chain: EvmChainConfig, { stores, media, log }: Options): Thread {
  const workerData: EvmWork = { chain, place: stores.place, media, holder: randomUUID() };
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
  const tell = (told: WorkerHears) => worker.postMessage(told);
  return {
    isC: chain.indexUrl !== undefined,
    tell,
    ended,
    async stop() {
      tell("stop");
      await ended;
    },
  };
}
