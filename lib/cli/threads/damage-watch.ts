import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describeError } from "../../errors";
import type { Log } from "../../log";
import { type FoundDamage, writeFoundDamage } from "../../store/bookkeeping/found-damage";
import { EVM_FOLDER } from "../../store/open-evm";

interface Options {
  /** Holds the stores. */
  folder: string;
  log: Log;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  /** The bundle of `damage-search.ts`. */
  script?: URL;
}

const WEEK_MS = 7 * 24 * 3_600_000;

/** Looks for damage in every store at once and each week, in a process of its own, and names it in log and status. */
export async function watchForDamage(options: Options): Promise<void> {
  const { folder, log, sleep, signal } = options;
  while (!signal.aborted) {
    await searchStores(options).catch((error: unknown) =>
      log.warn(`the stores could not be searched for damage: ${describeError(error)}`, { folder }),
    );
    await sleep(WEEK_MS, signal);
  }
}

/** One search; what it found is written once all stores were looked at. */
export async function searchStores({ folder, log, signal, script }: Options): Promise<FoundDamage[]> {
  const found: FoundDamage[] = [];
  for (const file of storeFiles(folder)) {
    const faults = await search(join(folder, file), { signal, script });
    if (signal.aborted) return found;
    if (faults.length === 0) continue;
    found.push({ file, faults });
    log.error(`${file} is damaged: ${faults[0]}`, { faults });
  }
  writeFoundDamage(folder, found);
  return found;
}

function storeFiles(folder: string): string[] {
  const chains = existsSync(join(folder, EVM_FOLDER)) ? readdirSync(join(folder, EVM_FOLDER)) : [];
  return [
    "primary.db",
    ...chains.filter((name) => /^\d+\.db$/.test(name)).map((name) => join(EVM_FOLDER, name)),
  ].filter((file) => existsSync(join(folder, file)));
}

/** Faults of a file; none once the signal has come. */
async function search(
  path: string,
  {
    signal,
    script = new URL("./damage-search.mjs", import.meta.url),
  }: { signal: AbortSignal; script?: URL | undefined },
): Promise<string[]> {
  try {
    const { stdout } = await run(process.execPath, [fileURLToPath(script), path], { signal });
    return JSON.parse(stdout) as string[];
  } catch (error) {
    if (signal.aborted) return [];
    throw error;
  }
}

/** A process: one that reads a large file can be ended at any moment, a thread can't. */
const run = promisify(execFile);
