import { rmSync } from "node:fs";
import { setTimeout as sleepFor } from "node:timers/promises";
import { FAR_BEHIND, openReaderThread } from "../lib/cli/reader-thread";
import { openEvm } from "../lib/client/evm";
import { EVM_STREAM, runEvmChain } from "../lib/indexer/evm/run";
import { openSource } from "../lib/indexer/evm/source";
import { SILENT } from "../lib/log";
import { takeLease } from "../lib/store/lease";
import { openEvmStore } from "../lib/store/open-evm";

/** The indexer of one EVM chain, as `firn index` runs it, in a process of its own: `node ingest-run.mjs URL FILE HEIGHT [--traces]`. */
const [url = "", file = "", height = "", traces] = process.argv.slice(2);
const last = Number(height);
const chain = { rpcUrl: url };
for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
const store = await openEvmStore(file, { mode: "write", nowMs: Date.now() });
const claim = { name: "indexer", holder: "bench", nowMs: Date.now() };
await takeLease(store.books, claim);
const stop = new AbortController();
const started = performance.now();
const running = runEvmChain({
  store,
  claim,
  source: openSource(chain),
  client: openEvm(url),
  readApart: { open: openReaderThread(chain, { signal: stop.signal }), behind: FAR_BEHIND },
  traces: traces === "--traces",
  now: Date.now,
  sleep: async (ms, signal) => {
    await sleepFor(ms, undefined, { signal }).catch(() => {}); // an aborted pause is a pause that ended
  },
  signal: stop.signal,
  log: SILENT,
});
running.catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
let rss = 0;
for (let at = 0; at < last; ) {
  await sleepFor(50);
  rss = process.resourceUsage().maxRSS * 1024;
  const row = await store.db
    .selectFrom("checkpoint")
    .select("height")
    .where("stream", "=", EVM_STREAM)
    .executeTakeFirst();
  if (row === undefined || row.height === at) continue;
  at = row.height;
  const cpu = process.cpuUsage();
  process.send?.({
    usage: process.resourceUsage(),
    height: at,
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
    rss,
  });
}
stop.abort();
await running;
await store.close();
process.disconnect?.();
