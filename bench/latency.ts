import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { openStores } from "../lib/store/open-stores";
import { startApi } from "../lib/testbed/api";
import { evmStorePath } from "./evm-chain";
import { evmQuestions } from "./questions";
import { medians } from "./requests";

/**
 * `npm run bench:latency [SMALL LARGE]`: the time of answers about an EVM chain from a store with LARGE transfers,
 * beside one with SMALL. `npm run bench:ingest` makes the stores.
 */
const [small = 100_000, large = 1_000_000] = parseArgs({ allowPositionals: true }).positionals.map(Number);
const MOST_GROWTH = 1.3;

const apis = await Promise.all([small, large].map(serveStore));
const [small_, large_] = await Promise.all(apis.map(({ url }) => evmQuestions(url)));
if (small_ === undefined || large_ === undefined) throw new Error("two stores are compared");
const times = await medians([...small_, ...large_].map(({ url }) => url));
await Promise.all(apis.map((api) => api.close()));
for (const [i, { what }] of small_.entries()) {
  const before = times[i] ?? Number.NaN;
  const after = times[i + small_.length] ?? Number.NaN;
  const growth = after / before;
  console.log(
    `${before.toFixed(1).padStart(6)} ms at ${small}, ${after.toFixed(1).padStart(6)} ms at ${large}: ${growth.toFixed(2)} (at most ${MOST_GROWTH})  ${what}`,
  );
  if (growth > MOST_GROWTH) process.exitCode = 1;
}

function serveStore(transfers: number) {
  const file = evmStorePath(transfers);
  if (!existsSync(file)) throw new Error(`${file} is missing: run npm run bench:ingest -- ${transfers}`);
  return startApi({ stores: openStores({ folder: join(dirname(file), "..") }) });
}
