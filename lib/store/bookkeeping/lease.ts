import { ConfigError, StoreError } from "../../errors";
import { type Bookkeeping, type BookkeepingDb, commit, type Db } from "../db";
import { engineOf } from "../engine";

/**
 * The one writer of a store. Its row names the writer, and every commit proves it. A lock of the operating system shows
 * that the writer lives: the system frees it when the process ends, however it ends. A lease lasts exactly as long as
 * its holder, and holding it writes nothing (decision 0024).
 */

/** The writer of a store. */
export interface Claim {
  name: string;
  /** Anything unique per process. */
  holder: string;
}

/** The lease of a copy under way (copy-store.ts). Its row stays until the copy is complete. */
export const COPY_LEASE = "copy";

/** A lease that is held until `release`, or until the process ends. */
export interface Lease {
  /**
   * Shows readers that the holder is working, as of `nowMs`, and tidies the store up while it rests. @throws StoreError
   * STORE_FAILED
   */
  heartbeat(nowMs: number): Promise<void>;
  /** @throws StoreError STORE_CONFLICT when the opened store is gone: deleted or replaced */
  proveStore(): void;
  /** Lets the next holder in at once. */
  release(): Promise<void>;
}

/** Interval of `heartbeat`, ms. */
export const HEARTBEAT_MS = 5_000;

/**
 * Takes the lease of a store that no living process holds.
 * @throws ConfigError LEASE_HELD while another does, and for the half of a copy
 */
export async function takeLease(
  db: BookkeepingDb,
  { name, holder, nowMs }: Claim & { nowMs: number },
): Promise<Lease> {
  const lock = await engineOf(db).lockStore(db);
  if (lock === undefined) {
    throw new ConfigError("LEASE_HELD", `another indexer writes this store (lease ${name})`, {
      hint: "stop the other one, then start Firn again",
    });
  }
  try {
    if (name !== COPY_LEASE) await refuseHalfCopied(db);
    await signLease(db, { name, holder });
    await lock.touch(nowMs);
  } catch (error) {
    await lock.free();
    throw error;
  }
  return {
    proveStore: () => lock.prove(),
    async heartbeat(nowMs) {
      await lock.touch(nowMs);
      await lock.rest();
    },
    async release() {
      try {
        await db.deleteFrom("lease").where("name", "=", name).where("holder", "=", holder).execute();
      } finally {
        await lock.free();
      }
    },
  };
}

async function refuseHalfCopied(db: BookkeepingDb): Promise<void> {
  const copy = await db.selectFrom("lease").select("name").where("name", "=", COPY_LEASE).executeTakeFirst();
  if (copy === undefined) return;
  throw new ConfigError("LEASE_HELD", "this store is a copy that is not complete", {
    hint: "run firn copy again, which goes on where it was; or delete it with firn reset --yes",
  });
}

/** Names the writer in the store. Enough for a store that only this process knows. */
export async function signLease(db: BookkeepingDb, { name, holder }: Claim): Promise<void> {
  // Not beside a commit of the holder before: that is whole, or finds that it lost the lease.
  await commit(db, async (trx) => {
    await trx
      .insertInto("lease")
      .values({ name, holder, expires_at_ms: 0 })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ holder }))
      .execute();
  });
}

/**
 * Proves, in the transaction of a commit, that the holder still has the lease.
 * @throws StoreError STORE_CONFLICT when it does not
 */
export async function proveLease(db: BookkeepingDb, { name, holder }: Claim): Promise<void> {
  const row = await db.selectFrom("lease").select("holder").where("name", "=", name).executeTakeFirst();
  if (row?.holder === holder) return;
  throw new StoreError("STORE_CONFLICT", "the store was taken over by another indexer", {
    hint: "stop one of the two, then start Firn again",
  });
}

/**
 * Runs `work` in one transaction, as the holder of the lease. Every kind of store has the table.
 * @throws StoreError STORE_CONFLICT when the lease is another's
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

/** When the store's writer last showed that it works, unix ms. Undefined before the first writer. */
export function readBeat(db: BookkeepingDb): Promise<number | undefined> {
  return engineOf(db).readTouch(db);
}
