import { randomUUID } from "node:crypto";
import { readConfig } from "../../config";
import { pause } from "../../every";
import { reproject } from "../../indexer/rebuild/reproject";
import { openLog } from "../../log";
import { parseOptions } from "../args";
import { openBar } from "../bar";
import { storesOf } from "../paths";
import { readGenesis } from "./indexer";

/**
 * `firn reproject`: rebuilds all rows from the stored bytes. The API keeps answering from the old rows until they are
 * replaced. The indexer must be stopped.
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
    sleep: pause,
    signal: stop.signal,
    log: openLog("reproject"),
    onProgress: ({ stream, ...progress }) => bar.show(stream, progress),
  }).finally(bar.clear);
  const seconds = (performance.now() - startedAt) / 1_000;
  if (containers === undefined) {
    process.stdout.write("interrupted: no row was changed\n");
    process.exitCode = 1;
    return;
  }
  const rate = Math.round(containers / seconds);
  process.stdout.write(`reprojected ${containers} containers in ${seconds.toFixed(1)} s (${rate}/s)\n`);
}
