import { mkdir, rm, rmdir } from "node:fs/promises";
import { dirname } from "node:path";
import { sql } from "kysely";
import { asHolder, type Claim, proveLease } from "./bookkeeping/lease";
import type { BookkeepingDb } from "./db";
import { type OpenOptions, openStore } from "./open";
import { attach, detach } from "./sqlite/engine";
import { copyDatabase } from "./sqlite/files";

/** What a store keeps when its contents go: its form, and who writes it. */
const KEPT = ["schema_version", "lease"];

/**
 * Moves everything in the store to a new file and leaves it empty. The store's own file stays where it is, so whoever
 * reads it sees it empty next, not a file that is no longer there. Killed in between, it is whole in both places.
 * @throws StoreError STORE_FAILED, also when `file` exists; STORE_CONFLICT when the store is no longer the claimer's
 */
export async function setAside(db: BookkeepingDb, file: string, claim: Claim): Promise<void> {
  await proveLease(db, claim);
  await mkdir(dirname(file), { recursive: true });
  await copyDatabase(db, file);
  await clearStore(db, claim);
}

/** Leaves the store empty. @throws StoreError STORE_CONFLICT when it is no longer the claimer's */
export async function clearStore(db: BookkeepingDb, claim: Claim): Promise<void> {
  const tables = await contentsOf(db);
  await asHolder(db, claim, async (trx) => {
    for (const name of tables) await sql`delete from ${sql.table(name)}`.execute(trx);
  });
}

export interface TakeBackOptions {
  claim: Claim;
  nowMs: number;
  /** Opens a store of its kind; a primary one unless given. */
  open?: (file: string, options: OpenOptions) => Promise<{ close(): Promise<void> }>;
}

/**
 * Moves what was set aside back into the store, in place of what is there. Killed in between, it is whole in both places.
 * @throws ConfigError STORE_NEWER when a newer Firn set it aside
 * @throws StoreError STORE_CONFLICT when the store is no longer the claimer's
 */
export async function takeBack(
  db: BookkeepingDb,
  file: string,
  { claim, nowMs, open = openStore }: TakeBackOptions,
): Promise<void> {
  // Brings it to this schema.
  await (await open(file, { mode: "write", nowMs })).close();
  const tables = await contentsOf(db);
  await attach(db, file, "aside");
  try {
    await asHolder(db, claim, async (trx) => {
      for (const name of tables) {
        const rows = sql.table(name);
        await sql`delete from ${rows}`.execute(trx);
        await sql`insert into ${rows} select * from ${sql.table(`aside.${name}`)}`.execute(trx);
      }
    });
  } finally {
    await detach(db, "aside");
  }
  for (const suffix of ["", "-wal", "-shm"]) await rm(`${file}${suffix}`, { force: true });
  // Others may lie beside it.
  await rmdir(dirname(file)).catch(() => undefined);
}

async function contentsOf(db: BookkeepingDb): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables.map(({ name }) => name).filter((name) => !KEPT.includes(name));
}
