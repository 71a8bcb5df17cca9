import { statSync, utimesSync } from "node:fs";
import type { QueryExecutorProvider } from "kysely";
import { describeError, StoreError } from "../../errors";
import type { BookkeepingDb } from "../db";
import type { StoreLock } from "../engine";
import { fileOf, holdFile } from "./files";
import { RestingLog } from "./resting-log";

/**
 * Locks the open store by a file beside its own. @returns undefined while another process has it @throws StoreError
 * STORE_FAILED
 */
export async function lockStore(db: BookkeepingDb): Promise<StoreLock | undefined> {
  const store = await fileOf(db);
  const file = lockOf(store);
  const free = holdFile(file, { timeoutMs: 0 });
  if (free === undefined) return undefined;
  const opened = inodeOf(store);
  if (opened === undefined) {
    free();
    throw new StoreError("STORE_FAILED", `${store} was deleted while it was opened`);
  }
  const resting = new RestingLog(db);
  return {
    prove() {
      if (inodeOf(store) === opened) return;
      throw new StoreError(
        "STORE_CONFLICT",
        `the file ${store} was deleted or replaced while it was written`,
        {
          hint: "nothing that is written now would be found again: the indexer has to open the file that is there",
        },
      );
    },
    touch: async (nowMs) => touch(file, nowMs),
    rest: () => resting.look(),
    free: async () => free(),
  };
}

/** Locks a store that need not be open or valid. */
export function holdStore(path: string): (() => void) | undefined {
  return holdFile(lockOf(path), { timeoutMs: 0 });
}

/** When the store's lock was last touched, unix ms; undefined before it was first taken. */
export async function readTouch(db: QueryExecutorProvider): Promise<number | undefined> {
  const mtimeMs = statSync(lockOf(await fileOf(db)), { throwIfNoEntry: false })?.mtimeMs;
  return mtimeMs === undefined ? undefined : Math.round(mtimeMs);
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

function lockOf(path: string): string {
  return `${path}.lock`;
}

function touch(file: string, nowMs: number): void {
  try {
    utimesSync(file, nowMs / 1_000, nowMs / 1_000);
  } catch (cause) {
    throw new StoreError("STORE_FAILED", `${file} can't be touched: ${describeError(cause)}`, { cause });
  }
}
