import { fork } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleepFor } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openEvm } from "../lib/client/evm";
import { EVM_STREAM, runEvmChain } from "../lib/indexer/evm/run";
import { rpcSource } from "../lib/indexer/evm/source";
import { SILENT } from "../lib/log";
import { takeLease } from "../lib/store/lease";
import { openEvmStore } from "../lib/store/open-evm";
import { writeChain } from "./evm-chain";

const TRANSFERS = Number(process.argv[2] ?? 100_000);
const TRACES = process.argv.includes("--traces");
const PER_BLOCK = 20;
const folder = fileURLToPath(new URL("../../data/bench", import.meta.url));

mkdirSync(folder, { recursive: true });
const chainFile = join(folder, "chain.json");
const placesFile = join(folder, "places.json");
const startedAt = performance.now();
const places = writeChain(chainFile, {
  blocks: TRANSFERS / PER_BLOCK + 1,
  transfersPerBlock: PER_BLOCK,
  accounts: 50_000,
  tokens: 100,
  seed: 1,
});
writeFileSync(placesFile, JSON.stringify(places));
console.log(`chain made in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);

const node = fork(fileURLToPath(new URL("./evm-node.mjs", import.meta.url)), [chainFile, placesFile]);
const { port } = await new Promise<{ port: number }>((resolve) => node.once("message", resolve as never));

const dbFile = join(folder, "evm.db");
for (const suffix of ["", "-wal", "-shm"]) rmSync(dbFile + suffix, { force: true });
const store = await openEvmStore(dbFile, { mode: "write", nowMs: Date.now() });
const claim = { name: "indexer", holder: "bench", nowMs: 0 };
await takeLease(store.books, { ...claim, nowMs: Date.now() });
const client = openEvm(`http://127.0.0.1:${port}`);
const stop = new AbortController();
const begin = performance.now();
const running = runEvmChain({
  store,
  claim,
  source: rpcSource(client),
  client,
  traces: TRACES,
  now: Date.now,
  sleep: async (ms, signal) => {
    await sleepFor(ms, undefined, { signal }).catch(() => {});
  },
  signal: stop.signal,
  log: SILENT,
});
for (;;) {
  await sleepFor(50);
  const row = await store.db
    .selectFrom("checkpoint")
    .select("height")
    .where("stream", "=", EVM_STREAM)
    .executeTakeFirst();
  if (row?.height === places.length - 1) break;
}
const seconds = (performance.now() - begin) / 1000;
stop.abort();
await running;
console.log(
  `${TRANSFERS} transfers in ${seconds.toFixed(1)} s: ${Math.round(TRANSFERS / seconds)}/s, ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`,
);
await store.close();
node.disconnect();
