import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { asHolder, type Claim } from "./bookkeeping/lease";
import { readNetwork, writeNetwork } from "./bookkeeping/network";
import type { PrimaryDb } from "./db";
import { openStore, type Store } from "./open";
import { KEYS } from "./rows/batch";
import { attach, detach } from "./sqlite/engine";
import type { PrimaryTables } from "./tables";

/** Tables that hold the containers, what is said of the network, or what is of the moment. */
const KEPT = {
  container_run: true,
  lease: true,
  network: true,
  rejection: true,
  stream_status: true,
  verb_duration: true,
} satisfies Record<Exclude<keyof PrimaryTables, keyof typeof DERIVED> | "container_run", true>;
const DERIVED = { ...KEYS, checkpoint: ["stream"], ledger_record: ["kind", "key"] } as const;

/** The tables that are made of the containers, with their primary keys. */
export const DERIVED_TABLES: readonly { table: keyof PrimaryTables; keys: readonly string[] }[] =
  Object.entries(DERIVED)
    .map(([table, keys]) => ({ table: table as keyof PrimaryTables, keys }))
    .filter(({ table }) => !(table in KEPT));

/** A store for rows that are made anew. */
export interface Scratch extends Store {
  path: string;
}

/** It holds nothing yet. It goes with `close`; what a killed process left of one goes when the next opens. */
export async function openScratch(path: string, nowMs: number): Promise<Scratch> {
  const remove = async () => {
    for (const suffix of ["", "-wal", "-shm"]) await rm(`${path}${suffix}`, { force: true });
  };
  await remove();
  const store = await openStore(path, { mode: "scratch", nowMs });
  const close = async () => {
    await store.close();
    await remove();
  };
  return { ...store, path, close };
}

/**
 * Puts the derived tables of a scratch store, and what it knows of the network, in place of those in `db`, in one
 * transaction: who reads finds the old rows, then the new ones.
 * @throws StoreError STORE_CONFLICT when the lease is no longer the claimer's; then, and when killed, all is as before
 */
export async function replaceRows(db: PrimaryDb, scratch: Scratch, claim: Claim): Promise<void> {
  const facts = await readNetwork(scratch.db);
  await attach(db, scratch.path, "scratch");
  try {
    await asHolder(db, claim, async (trx) => {
      for (const { table } of DERIVED_TABLES) {
        const rows = sql.table(table);
        await sql`delete from ${rows}`.execute(trx);
        await sql`insert into ${rows} select * from ${sql.table(`scratch.${table}`)}`.execute(trx);
      }
      await writeNetwork(trx, facts);
    });
  } finally {
    await detach(db, "scratch");
  }
}
