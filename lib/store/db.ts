import type { Kysely } from "kysely";
import type { PrimaryTables } from "./tables";
import type { EvmTables } from "./tables/evm";
import type { OperatorTables } from "./tables/operator";

/**
 * What statements are asked of: an open store, a snapshot of one or a commit under way. Rooms above hand it on to
 * `queries/` and the other folders of this room, and know nothing else of it.
 */
export type Db<Tables> = Kysely<Tables>;

export type PrimaryDb = Db<PrimaryTables>;
export type EvmDb = Db<EvmTables>;
export type OperatorDb = Db<OperatorTables>;

/** Tables that primary and EVM stores have alike: how far a store is, who writes it and what is said of its streams. */
export type Bookkeeping = Pick<PrimaryTables, "address" | "checkpoint" | "lease" | "stream_status">;

export type BookkeepingDb = Db<Bookkeeping>;

/** Reads one moment of a store: whatever is committed meanwhile, all statements of `work` find the same rows. */
export function snapshot<Tables, T>(db: Db<Tables>, work: (db: Db<Tables>) => Promise<T>): Promise<T> {
  return db.transaction().setAccessMode("read only").execute(work);
}

/** Writes all that `work` writes, or nothing if it throws. It reads what it has written. */
export function commit<Tables, T>(db: Db<Tables>, work: (db: Db<Tables>) => Promise<T>): Promise<T> {
  return db.transaction().execute(work);
}
