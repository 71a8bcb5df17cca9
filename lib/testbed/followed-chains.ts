import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { openNode } from "../client/node";
import { followEvmChains, problemOf } from "../indexer/evm/chains";
import { type EvmChainConfig, runEvmIndexer } from "../indexer/evm/start";
import { SILENT } from "../log";
import type { Stores } from "../store/stores";

/** Follows the EVM chains of a node as `firn index` does, but in this thread and without long pauses. */
export function followChains(
  nodeUrl: string,
  {
    stores,
    named = [],
    now = Date.now,
    longestPauseMs = 30,
  }: { stores: Stores; named?: readonly string[]; now?: () => number; longestPauseMs?: number },
): { close(): Promise<void> } {
  const stop = new AbortController();
  const sources = {
    stores,
    now,
    sleep: async (ms: number, signal: AbortSignal) => {
      await sleep(Math.min(ms, longestPauseMs), undefined, { signal }).catch(() => {}); // an aborted pause just ends early
    },
    log: SILENT,
  };
  const start = (chain: EvmChainConfig) => {
    const end = new AbortController();
    const ended = runEvmIndexer({
      ...sources,
      chain,
      holder: randomUUID(),
      signal: end.signal,
    }).then(() => undefined, problemOf);
    return {
      ended,
      async stop() {
        end.abort();
        await ended;
      },
    };
  };
  const node = openNode(nodeUrl);
  const ended = followEvmChains({ ...sources, node, nodeUrl, named, signal: stop.signal, start });
  return {
    async close() {
      stop.abort();
      await ended;
    },
  };
}
