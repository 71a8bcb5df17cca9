import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { reproject } from "../lib/indexer/rebuild/reproject";
import { SILENT } from "../lib/log";
import { openStores } from "../lib/store/open-stores";
import { addPBlocks, indexRecording } from "./recorded-store";

/** `npm run bench:reproject [BLOCKS]`: P-Chain blocks rebuilt per second, from generated blocks on top of a recording. */
const [blocks = 30_000] = parseArgs({ allowPositionals: true }).positionals.map(Number);
const FLOOR = 3_000;
const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "data/bench-reproject");
const stores = openStores({ folder });

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await indexRecording(stores);
await addPBlocks(stores, { count: blocks });
const startedAt = performance.now();
const cpuBefore = process.cpuUsage();
await reproject({
  stores,
  genesis: undefined,
  holder: "bench",
  now: Date.now,
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
  signal: new AbortController().signal,
  log: SILENT,
  onProgress: () => {},
});
const seconds = (performance.now() - startedAt) / 1000;
const cpu = process.cpuUsage(cpuBefore);
const cpuSeconds = (cpu.user + cpu.system) / 1e6;
rmSync(folder, { recursive: true, force: true });
const rate = Math.round(blocks / seconds);
console.log(
  `${blocks} P-Chain blocks of one BaseTx, from reading their bytes to the swap of rows: ${seconds.toFixed(1)} s, ` +
    `${cpuSeconds.toFixed(1)} s of processor`,
);
console.log(`${rate} blocks/s; floor ${FLOOR}: ${rate >= FLOOR ? "held" : "missed"}`);
process.exitCode = rate >= FLOOR ? 0 : 1;
