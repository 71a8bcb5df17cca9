import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describeError } from "../../errors";
import { every } from "../../every";
import type { Log } from "../../log";
import type { FoundDamage } from "../../store/bookkeeping/found-damage";
import type { StoreId, Stores, StoresPlace } from "../../store/stores";

interface Options {
  stores: Stores;
  log: Log;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  /** The bundle of `damage-search.ts`. */
  script?: URL;
}

const WEEK_MS = 7 * 24 * 3_600_000;

/**
 * Searches every store for damage, now and once a week, in a process of its own. Reports damage in the log and in the
 * status.
 */
export async function watchForDamage(options: Options): Promise<void> {
  const { stores, log } = options;
  const search = () =>
    searchStores(options).catch((error: unknown) =>
      log.warn(`the stores could not be searched for damage: ${describeError(error)}`, {
        folder: stores.place.folder,
      }),
    );
  await every(WEEK_MS, search, options);
}

/** One search. Writes what it found once all stores were searched. */
export async function searchStores({ stores, log, signal, script }: Options): Promise<FoundDamage[]> {
  const found: FoundDamage[] = [];
  for (const id of await stores.list()) {
    const faults = await search([stores.place, id], { signal, script });
    if (signal.aborted) return found;
    if (faults.length === 0) continue;
    const file = stores.nameOf(id);
    found.push({ file, faults });
    log.error(`${file} is damaged: ${faults[0]}`, { faults });
  }
  await stores.writeFoundDamage(found);
  return found;
}

/** Faults of a store; none after an abort. */
async function search(
  store: [place: StoresPlace, id: StoreId],
  {
    signal,
    script = new URL("./damage-search.mjs", import.meta.url),
  }: { signal: AbortSignal; script?: URL | undefined },
): Promise<string[]> {
  try {
    const searching = run(process.execPath, [fileURLToPath(script)], { signal });
    searching.child.stdin?.end(JSON.stringify(store));
    const { stdout } = await searching;
    return JSON.parse(stdout) as string[];
  } catch (error) {
    if (signal.aborted) return [];
    throw error;
  }
}

/** A process, because it can be ended at any moment while it reads a large file; a thread cannot. */
const run = promisify(execFile);
