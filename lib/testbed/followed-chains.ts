import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openNode } from "../client/node";
import { followEvmChains, problemOf } from "../indexer/evm/chains";
import { type EvmChainConfig, runEvmIndexer } from "../indexer/evm/start";
import { SILENT } from "../log";
import { EVM_FOLDER } from "../store/open-evm";

/** The EVM chains of a node, followed as `firn index` does, but in this thread and without long pauses: for tests. */
export function followChains(
  nodeUrl: string,
  {
    storePath,
    named = [],
    now = Date.now,
  }: { storePath: string; named?: readonly string[]; now?: () => number },
): { close(): Promise<void> } {
  const stop = new AbortController();
  const folder = join(dirname(storePath), EVM_FOLDER);
  const sources = {
    folder,
    now,
    sleep: async (ms: number, signal: AbortSignal) => {
      await sleep(Math.min(ms, 30), undefined, { signal }).catch(() => {}); // an aborted pause is a pause that ended
    },
    log: SILENT,
  };
  const start = (chain: EvmChainConfig) => {
    const end = new AbortController();
    const ended = runEvmIndexer({
      ...sources,
      chain,
      setAsideFolder: join(dirname(storePath), "set-aside"),
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
