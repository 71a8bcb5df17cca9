import { statSync, utimesSync } from "node:fs";
import type { QueryExecutorProvider } from "kysely";
import { ConfigError, describeError, StoreError } from "../../errors";
import { type Bookkeeping, type BookkeepingDb, commit, type Db } from "../db";
import { fileOf, holdFile } from "../sqlite/files";

/**
 * The one writer of a store. Who it is stands in a row, which every commit proves; that it lives is known by a lock of the
 * operating system on a file beside the store. The system frees the lock when its process ends, however it ends, so a
 * lease is held for as long as its holder lives and no longer, and holding it writes nothing (decision 0024).
 */

/** Who writes a store. */
export interface Claim {
  name: string;
  /** Anything unique per process. */
  holder: string;
}

/** A lease that is held until `release`, or until the process ends. */
export interface Lease {
  /** Shows readers that the holder is at work, as of `nowMs`. @throws StoreError STORE_FAILED */
  beat(nowMs: number): void;
  /** @throws StoreError STORE_CONFLICT when the store's file is no longer the one that was opened */
  proveFile(): void;
  /** The next one need not wait. */
  release(): Promise<void>;
}

/** A holder that is at work shows it this often. */
export const BEAT_MS = 5_000;

/**
 * Takes the lease of a store in a file, when nobody alive holds it.
 * @throws ConfigError LEASE_HELD while somebody does
 */
export async function takeLease(
  db: BookkeepingDb,
  { name, holder, nowMs }: Claim & { nowMs: number },
): Promise<Lease> {
  const store = await fileOf(db);
  const file = lockOf(store);
  const free = holdFile(file, { patienceMs: 0 });
  if (free === undefined) {
    throw new ConfigError("LEASE_HELD", `another indexer writes this store (lease ${name})`, {
      hint: "stop the other one, then start Firn again",
    });
  }
  const opened = inodeOf(store);
  const lease: Lease = {
    beat: (at) => touch(file, at),
    proveFile() {
      if (inodeOf(store) === opened) return;
      throw new StoreError(
        "STORE_CONFLICT",
        `the file ${store} was deleted or replaced while it was written`,
        {
          hint: "nothing that is written now would be found again: the indexer has to open the file that is there",
        },
      );
    },
    async release() {
      try {
        await db.deleteFrom("lease").where("name", "=", name).where("holder", "=", holder).execute();
      } finally {
        free();
      }
    },
  };
  try {
    if (opened === undefined)
      throw new StoreError("STORE_FAILED", `${store} was deleted while it was opened`);
    await signLease(db, { name, holder });
    lease.beat(nowMs);
    return lease;
  } catch (error) {
    free();
    throw error;
  }
}

/** Writes into a store who writes it: enough for a store that nobody else can know of. */
export async function signLease(db: BookkeepingDb, { name, holder }: Claim): Promise<void> {
  await db
    .insertInto("lease")
    .values({ name, holder, expires_at_ms: 0 })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ holder }))
    .execute();
}

/**
 * Proves, in the transaction of a commit, that the store is still the holder's to write.
 * @throws StoreError STORE_CONFLICT when it is not
 */
export async function proveLease(db: BookkeepingDb, { name, holder }: Claim): Promise<void> {
  const row = await db.selectFrom("lease").select("holder").where("name", "=", name).executeTakeFirst();
  if (row?.holder === holder) return;
  throw new StoreError("STORE_CONFLICT", "the store was taken over by another indexer", {
    hint: "stop one of the two, then start Firn again",
  });
}

/**
 * Does `work` in one transaction, as the holder of the lease. Every kind of store has the table.
 * @throws StoreError STORE_CONFLICT when it is another's
 */
export async function asHolder<Tables extends Bookkeeping, T>(
  db: Db<Tables>,
  claim: Claim,
  work: (db: Db<Tables>) => Promise<T>,
): Promise<T> {
  return commit(db, async (db) => {
    await proveLease(db as unknown as BookkeepingDb, claim);
    return work(db);
  });
}

/** Keeps everybody from writing the store at `path` until the returned function is called; undefined while somebody does. */
export function holdStore(path: string): (() => void) | undefined {
  return holdFile(lockOf(path), { patienceMs: 0 });
}

/** When the store's writer last showed that it is at work, unix ms; undefined before the store had one. */
export async function readBeat(db: QueryExecutorProvider): Promise<number | undefined> {
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
