import { randomUUID } from "node:crypto";
import { openNode } from "../client/node";
import { followEvmChains, problemOf } from "../indexer/evm/chains";
import { type EvmChainConfig, runEvmIndexer } from "../indexer/evm/start";
import { SILENT } from "../log";
import type { Stores } from "../store/stores";
import { Pauses } from "./pauses";

/** Follows the EVM chains of a node as `firn index` does, but in this thread and without long pauses. */
export function followChains(
  nodeUrl: string,
  {
    stores,
    named = [],
    now = Date.now,
    longestPauseMs,
  }: { stores: Stores; named?: readonly string[]; now?: () => number; longestPauseMs?: number },
): { rest(): void; close(): Promise<void> } {
  const stop = new AbortController();
  const pauses = new Pauses(longestPauseMs);
  const sources = {
    stores,
    now,
    sleep: pauses.sleep,
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
    rest: () => pauses.rest(),
    async close() {
      stop.abort();
      await ended;
    },
  };
}
