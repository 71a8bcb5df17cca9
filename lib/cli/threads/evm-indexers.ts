import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";
import type { NodeClient } from "../../client/node";
import { pause } from "../../every";
import type { Problem } from "../../indexer/evm/candidates";
import { followEvmChains, problemOf, type RunningChain } from "../../indexer/evm/chains";
import type { EvmChainConfig } from "../../indexer/evm/start";
import type { Log } from "../../log";
import type { Stores } from "../../store/stores";
import type { WorkerCommand, WorkerInput } from "./evm-worker";
import { THREAD_LIMITS } from "./reader-thread";

interface Options {
  node: NodeClient;
  /** Of `node`, with credentials. */
  nodeUrl: string;
  /** RPC URLs and blockchain ids. Empty: all chains that the node tracks. */
  named: readonly string[];
  stores: Stores;
  /** What may be fetched for NFTs. */
  media: WorkerInput["media"];
  leaveOutLogs: WorkerInput["leaveOutLogs"];
  log: Log;
}

/** The threads that index EVM chains. */
export interface EvmIndexers {
  /** Says that the node has a new C-Chain block. */
  wakeC(): void;
  close(): Promise<void>;
}

/** How often the idle C-Chain thread polls. Seldom, because the primary store's indexer reports new blocks to it. */
const C_IDLE_MS = 10_000;
/** The idle threads of all other chains together poll the node at most 40 times a minute, each at most every 2 s. */
const SHARED_IDLE_MS = { each: 2_000, perChain: 1_500 };

/** Indexes the EVM side of the C-Chain and of L1s, each in a thread of its own, until `close`. */
export function openEvmIndexers(options: Options): EvmIndexers {
  const { node, nodeUrl, named, stores, log } = options;
  const stop = new AbortController();
  const threads = new Set<Thread>();
  const shareIdlePauses = () => {
    const others = [...threads].filter(({ isC }) => !isC);
    const idleMs = Math.max(SHARED_IDLE_MS.each, others.length * SHARED_IDLE_MS.perChain);
    for (const { isC, send } of threads) send({ idleMs: isC ? C_IDLE_MS : idleMs });
  };
  const ended = followEvmChains({
    node,
    nodeUrl,
    named,
    stores,
    now: Date.now,
    sleep: pause,
    signal: stop.signal,
    log,
    start(chain) {
      const thread = startWorker(chain, options);
      threads.add(thread);
      shareIdlePauses();
      void thread.ended.then(() => {
        threads.delete(thread);
        shareIdlePauses();
      });
      return thread;
    },
  });
  return {
    wakeC() {
      for (const { isC, send } of threads) if (isC) send("look");
    },
    async close() {
      stop.abort();
      await ended;
    },
  };
}

interface Thread extends RunningChain {
  isC: boolean;
  send(command: WorkerCommand): void;
}

function startWorker(chain: EvmChainConfig, { stores, media, leaveOutLogs, log }: Options): Thread {
  const workerData: WorkerInput = {
    chain,
    place: stores.place,
    media,
    leaveOutLogs,
    holder: randomUUID(),
  };
  const script = new URL("./evm-worker.mjs", import.meta.url);
  const worker = new Worker(script, { workerData, resourceLimits: THREAD_LIMITS });
  let problem: Problem | undefined;
  worker.on("message", (reported: Problem) => {
    problem = reported;
  });
  worker.on("error", (error) => {
    log.error("an EVM chain's thread failed", { err: error });
    problem = problemOf(error);
  });
  const ended = new Promise<Problem | undefined>((resolve) => worker.once("exit", () => resolve(problem)));
  const send = (command: WorkerCommand) => worker.postMessage(command);
  return {
    isC: chain.indexUrl !== undefined,
    send,
    ended,
    async stop() {
      send("stop");
      await ended;
    },
  };
}
