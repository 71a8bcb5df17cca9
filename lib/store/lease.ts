import type { Kysely } from "kysely";
import { ConfigError, StoreError } from "../errors";
import type { PrimaryTables } from "./tables";

/** Of a lease that isn't renewed; a holder renews about once a second. */
export const LEASE_MS = 5_000;

/** Nobody's lease lasts longer than this: the clock was set back since. Twice as long, as clocks are read before they are used. */
const NOBODYS_MS = 2 * LEASE_MS;

/** Who asks, and the time it is there. The clock is the caller's. */
export interface Claim {
  name: string;
  holder: string;
  nowMs: number;
}

/**
 * Takes the lease: when it is free, expired, from a clock that was ahead, or already the holder's.
 * @throws ConfigError LEASE_HELD while someone else's is running
 */
export async function takeLease(db: Kysely<PrimaryTables>, claim: Claim): Promise<void> {
  const taken = await db
    .insertInto("lease")
    .values({ name: claim.name, holder: claim.holder, expires_at_ms: claim.nowMs + LEASE_MS })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ holder: claim.holder, expires_at_ms: claim.nowMs + LEASE_MS })
        .where((where) =>
          where.or([
            where("lease.holder", "=", claim.holder),
            where("lease.expires_at_ms", "<=", claim.nowMs),
            where("lease.expires_at_ms", ">", claim.nowMs + NOBODYS_MS),
          ]),
        ),
    )
    .executeTakeFirst();
  if ((taken.numInsertedOrUpdatedRows ?? 0n) > 0n) return;
  throw new ConfigError("LEASE_HELD", `another indexer writes this store (lease ${claim.name})`, {
    hint: "stop the other one; after a crash the lease ends by itself within 5 s",
  });
}

/**
 * Proves and prolongs the lease; in the transaction of a commit it keeps a writer out that was asleep for too long.
 * @throws StoreError STORE_CONFLICT when it is no longer the holder's
 */
export async function renewLease(db: Kysely<PrimaryTables>, claim: Claim): Promise<void> {
  const renewed = await db
    .updateTable("lease")
    .set({ expires_at_ms: claim.nowMs + LEASE_MS })
    .where("name", "=", claim.name)
    .where("holder", "=", claim.holder)
    .executeTakeFirst();
  if (renewed.numUpdatedRows > 0n) return;
  throw new StoreError("STORE_CONFLICT", `the lease ${claim.name} was taken over by another indexer`, {
    hint: "stop one of the two, then start Firn again",
  });
}

/** Gives the lease back, so that the next indexer need not wait. */
export async function releaseLease(db: Kysely<PrimaryTables>, claim: Claim): Promise<void> {
  await db.deleteFrom("lease").where("name", "=", claim.name).where("holder", "=", claim.holder).execute();
}

/** Whether somebody holds the lease `name` at `nowMs`. */
export async function isLeased(db: Kysely<PrimaryTables>, name: string, nowMs: number): Promise<boolean> {
  const held = await db
    .selectFrom("lease")
    .select("holder")
    .where("name", "=", name)
    .where("expires_at_ms", ">", nowMs)
    .where("expires_at_ms", "<=", nowMs + NOBODYS_MS)
    .executeTakeFirst();
  return held !== undefined;
}
