import { randomUUID } from "node:crypto";
import { setTimeout as sleepFor } from "node:timers/promises";
import { readConfig } from "../../config";
import { reproject } from "../../indexer/rebuild/reproject";
import { openLog } from "../../log";
import { parseOptions } from "../args";
import { openBar } from "../bar";
import { storesOf } from "../paths";
import { readGenesis } from "./indexer";

/**
 * `firn reproject`: makes all rows anew from the stored bytes. The API goes on answering from the old ones until they
 * are replaced; the indexer has to be stopped.
 */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  parseOptions(args, {});
  const config = readConfig(env);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
  const bar = openBar();
  const startedAt = performance.now();
  const containers = await reproject({
    stores: storesOf(config),
    genesis: await readGenesis(config, undefined),
    holder: randomUUID(),
    now: Date.now,
    sleep: async (ms, signal) => sleepFor(ms, undefined, { signal }).catch(() => {}),
    signal: stop.signal,
    log: openLog("reproject"),
    onProgress: ({ stream, ...progress }) => bar.show(stream, progress),
  }).finally(bar.clear);
  const seconds = (performance.now() - startedAt) / 1_000;
  if (containers === undefined) {
    process.stdout.write("interrupted: the rows are as they were\n");
    process.exitCode = 1;
    return;
  }
  const rate = Math.round(containers / seconds);
  process.stdout.write(`reprojected ${containers} containers in ${seconds.toFixed(1)} s (${rate}/s)\n`);
}
