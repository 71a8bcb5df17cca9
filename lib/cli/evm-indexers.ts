import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";
import { redactUrls } from "../errors";
import type { EvmChainConfig } from "../indexer/evm/start";
import type { Log } from "../log";
import type { EvmWork } from "./evm-worker";

interface Options {
  nodeUrl: string;
  folder: string;
  setAsideFolder: string;
  log: Log;
}

/** A worker that ended is started again after a while: its chain may have come back. */
const AGAIN_AFTER_MS = 10_000;

/** Indexes the C-Chain's EVM side, in a thread of its own, until `close`. */
export function openEvmIndexers(options: Options): { close(): Promise<void> } {
  const { nodeUrl, folder, setAsideFolder, log } = options;
  const chains: EvmChainConfig[] = [
    {
      rpcUrl: `${nodeUrl.replace(/\/$/, "")}/ext/bc/C/rpc`,
      indexUrl: nodeUrl,
      facts: { name: "C-Chain", tokenName: "Avalanche", tokenSymbol: "AVAX" },
    },
  ];
  const running = new Map<EvmChainConfig, Worker>();
  let closing = false;
  const start = (chain: EvmChainConfig): void => {
    const workerData: EvmWork = { chain, folder, setAsideFolder, holder: randomUUID() };
    const worker = new Worker(new URL("./evm-worker.mjs", import.meta.url), { workerData });
    running.set(chain, worker);
    worker.on("error", (error) => log.error("an EVM chain's thread failed", { err: error }));
    worker.once("exit", () => {
      running.delete(chain);
      if (closing) return;
      log.warn(`the EVM chain at ${redactUrls(chain.rpcUrl)} is indexed again soon`);
      setTimeout(() => !closing && start(chain), AGAIN_AFTER_MS).unref();
    });
  };
  for (const chain of chains) start(chain);
  return {
    async close() {
      closing = true;
      await Promise.all([...running.values()].map(endWorker));
    },
  };
}

function endWorker(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once("exit", () => resolve());
    worker.postMessage("stop");
  });
}
