import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres } from "../lib/cli/supervisor/postgres.mjs";
import { copyStore } from "../lib/store/copy-store";
import { openStores } from "../lib/store/open-stores";
import type { IndexedStoreId, Stores } from "../lib/store/stores";
import { startApi } from "../lib/testbed/api";
import { openBusyPayer } from "./busy-payer";
import { evmStorePath } from "./evm-chain";
import { evmQuestions, payerQuestions, type Question } from "./questions";
import { medians } from "./requests";

/**
 * `npm run bench:engines [TRANSFERS]`: the time of answers from PostgreSQL beside that of the same answers from files, for
 * as many EVM transfers and P-Chain transactions, and how fast `firn copy` moves and compares their rows.
 */
const [count = 100_000] = parseArgs({ allowPositionals: true }).positionals.map(Number);
/** What an answer from PostgreSQL may take: this share of the time from files, or this many ms. */
const MOST_SHARE = 2.5;
const FAST_MS = 3;
const LEAST_ROWS = 40_000;

const file = evmStorePath(count);
if (!existsSync(file)) throw new Error(`${file} is missing: run npm run bench:ingest -- ${count}`);
const payer = await openBusyPayer(count);
// A server with memory as for a machine of a few GiB.
const server = await startPostgres(process.env, { shared_buffers: "1GB", max_wal_size: "4GB" });
if (server === undefined) throw new Error("no PostgreSQL server on this machine");
const folder = mkdtempSync(join(tmpdir(), "firn-engines-"));
try {
  console.log(`PostgreSQL ${server.version}, ${count} transfers and P-Chain transactions`);
  await compare("evm/99999", openStores({ folder: join(dirname(file), "..") }), evmQuestions);
  await compare("primary", payer.stores, (url) => payerQuestions(url, payer));
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}

async function compare(
  id: IndexedStoreId,
  files: Stores,
  questionsOf: (api: string) => Promise<Question[]>,
): Promise<void> {
  const url = `${server?.url.replace(/[^/]*$/, "")}firn_${id.replace(/\W/, "_")}`;
  const database = openStores({ folder, database: { url } });
  await copy(id, { from: files, to: database });
  const apis = await Promise.all([files, database].map((stores) => startApi({ stores })));
  const [inFiles = [], inDatabase = []] = await Promise.all(apis.map((api) => questionsOf(api.url)));
  const urls = [...inFiles, ...inDatabase].map((question) => question.url);
  const times = await medians(urls, { anew: true });
  await Promise.all(apis.map((api) => api.close()));
  for (const [i, { what }] of inFiles.entries()) {
    const before = times[i] ?? Number.NaN;
    const after = times[i + inFiles.length] ?? Number.NaN;
    const isSlow = after > FAST_MS && after / before > MOST_SHARE;
    if (isSlow) process.exitCode = 1;
    const share = `${(after / before).toFixed(2)} times${isSlow ? ` (at most ${MOST_SHARE}, or ${FAST_MS} ms)` : ""}`;
    console.log(
      `${before.toFixed(1).padStart(7)} ms, PostgreSQL ${after.toFixed(1).padStart(7)} ms, ${share}  ${what}`,
    );
  }
}

/** Copies and compares. */
async function copy(id: IndexedStoreId, places: { from: Stores; to: Stores }): Promise<void> {
  const startedAt = performance.now();
  const copied = await copyStore(id, places, {
    nowMs: Date.now(),
    holder: "bench",
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  const rows = copied?.rows ?? 0;
  const rate = rows / ((performance.now() - startedAt) / 1_000);
  console.log(
    `firn copy ${id}: ${rows} rows, ${Math.round(rate)} a second copied and compared (at least ${LEAST_ROWS}), ${copied?.differences.length} differences`,
  );
  if (rate < LEAST_ROWS || copied?.differences.length !== 0) process.exitCode = 1;
}
