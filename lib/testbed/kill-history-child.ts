import { setTimeout as sleep } from "node:timers/promises";
import { runEvmIndexer } from "../indexer/evm/start";
import { SILENT } from "../log";
import { openStores } from "../store/open-stores";

/**
 * The indexer of an EVM chain in a process of its own, which `history-killed.test.ts` starts and kills. Begins with the
 * newest blocks if told to. Prints "started" before it does.
 */
const { place, rpcUrl, begin } = JSON.parse(process.env.CHILD ?? "{}");
process.stdout.write("started");
await runEvmIndexer({
  chain: { rpcUrl, facts: {} },
  stores: openStores({ folder: place }),
  holder: String(process.pid),
  ...(begin && { begin, olderRange: { first: 3, least: 1, most: 3 } }),
  now: Date.now,
  sleep: async (ms, signal) => sleep(Math.min(ms, 10), undefined, { signal }).catch(() => {}),
  signal: new AbortController().signal,
  log: SILENT,
});
