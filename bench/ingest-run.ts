import { rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout as sleepFor } from "node:timers/promises";
import { parseArgs } from "node:util";
import { FAR_BEHIND, openOlderThread, openReaderThread } from "../lib/cli/threads/reader-thread";
import { EVM_STREAM } from "../lib/indexer/evm/blocks";
import { runEvmIndexer } from "../lib/indexer/evm/start";
import { SILENT } from "../lib/log";
import { readCheckpoint } from "../lib/store/bookkeeping/checkpoint";
import { isWhole, readHistory } from "../lib/store/bookkeeping/history";
import { openStores } from "../lib/store/open-stores";

/**
 * `node ingest-run.mjs URL FILE HEIGHT [--newest BLOCKS] [--without-logs] [--database URL]`: the indexer of one EVM chain, as
 * `firn index` runs it, in a process of its own. It begins with the first block, or with this many of the newest. With a database the
 * file says only which chain it is.
 */
const {
  positionals: [url = "", file = "", height = ""],
  values: { newest, database, "without-logs": leaveOutLogs },
} = parseArgs({
  allowPositionals: true,
  options: {
    newest: { type: "string" },
    database: { type: "string" },
    "without-logs": { type: "boolean" },
  },
});
const last = Number(height);
const folder = dirname(file);
const facts = { name: "Bench", tokenName: "Bench", tokenSymbol: "BEN" };
const evmChainId = Number(basename(file, ".db"));
const chain = { rpcUrl: url, evmChainId, facts };
const id = `evm/${evmChainId}` as const;
const stores = openStores({
  folder: dirname(folder),
  database: database === undefined ? undefined : { url: database },
});
if (database === undefined) for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
const made = await stores.open(id, { mode: "write", nowMs: Date.now() });
const stop = new AbortController();
const started = performance.now();
const running = runEvmIndexer({
  chain,
  stores,
  holder: "bench",
  readInThread: { open: openReaderThread(chain, { signal: stop.signal }), lag: FAR_BEHIND },
  openOlder: openOlderThread(chain),
  leaveOutLogs,
  begin: newest === undefined ? undefined : { farther: 0, blocks: Number(newest) },
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
let mark: object = {};
for (let [at, from] = [0, Number.POSITIVE_INFINITY]; ; ) {
  await sleepFor(50);
  const checkpoint = await readCheckpoint(made.db, EVM_STREAM);
  const history = await readHistory(made.db);
  if (checkpoint === undefined || history === undefined) continue;
  const isDone = checkpoint.height === last && isWhole(history);
  if (checkpoint.height === at && history.firstHeight === from && !isDone) continue;
  at = checkpoint.height;
  from = history.firstHeight;
  const cpu = process.cpuUsage();
  mark = {
    height: at,
    firstHeight: from,
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
    rss: process.resourceUsage().maxRSS * 1024,
    bytes: 0,
  };
  process.send?.(mark);
  if (isDone) break;
}
stop.abort();
await running;
await made.close();
process.send?.({ ...mark, bytes: await stores.size(id) });
process.disconnect?.();
