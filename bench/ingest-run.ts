import { rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout as sleepFor } from "node:timers/promises";
import { parseArgs } from "node:util";
import { FAR_BEHIND, openReaderThread } from "../lib/cli/threads/reader-thread";
import { EVM_STREAM } from "../lib/indexer/evm/blocks";
import { runEvmIndexer } from "../lib/indexer/evm/start";
import { SILENT } from "../lib/log";
import { openEvmStore } from "../lib/store/open";
import { openStores } from "../lib/store/open-stores";

/**
 * `node ingest-run.mjs URL FILE HEIGHT`: the indexer of one EVM chain, as `firn index` runs it, in a process of its
 * own.
 */
const [url = "", file = "", height = ""] = parseArgs({ allowPositionals: true }).positionals;
const last = Number(height);
const folder = dirname(file);
const facts = { name: "Bench", tokenName: "Bench", tokenSymbol: "BEN" };
const chain = { rpcUrl: url, evmChainId: Number(basename(file, ".db")), facts };
for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
const made = await openEvmStore(file, { mode: "write", nowMs: Date.now() });
const stop = new AbortController();
const started = performance.now();
const running = runEvmIndexer({
  chain,
  stores: openStores(dirname(folder)),
  holder: "bench",
  readInThread: { open: openReaderThread(chain, { signal: stop.signal }), lag: FAR_BEHIND },
  now: Date.now,
  sleep: async (ms, signal) => {
    await sleepFor(ms, undefined, { signal }).catch(() => {}); // an aborted pause just ends early
  },
  signal: stop.signal,
  log: SILENT,
});
running.catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
for (let at = 0; at < last; ) {
  await sleepFor(50);
  const row = await made.db
    .selectFrom("checkpoint")
    .select("height")
    .where("stream", "=", EVM_STREAM)
    .executeTakeFirst();
  if (row === undefined || row.height === at) continue;
  at = row.height;
  const cpu = process.cpuUsage();
  process.send?.({
    height: at,
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
    rss: process.resourceUsage().maxRSS * 1024,
  });
}
stop.abort();
await running;
await made.close();
process.disconnect?.();
