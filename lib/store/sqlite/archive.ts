import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { sql } from "kysely";
import { asHolder, type Claim, proveLease } from "../bookkeeping/lease";
import { clearStore, contentsOf } from "../clear";
import type { BookkeepingDb } from "../db";
import { attach, detach } from "./engine";
import { copyDatabase } from "./files";

/**
 * Moves everything in the store to a new file and leaves it empty. The store's own file stays in place, so that readers
 * find it empty, not missing. If killed in between, both files are whole.
 * @throws StoreError STORE_FAILED, also when `file` exists; STORE_CONFLICT when the claimer no longer has the lease
 */
export async function setAside(db: BookkeepingDb, file: string, claim: Claim): Promise<void> {
  await proveLease(db, claim);
  await mkdir(dirname(file), { recursive: true });
  await copyDatabase(db, file);
  await clearStore(db, claim);
}

/**
 * Replaces the store's contents with those of an archive, a file of this schema.
 * @throws StoreError STORE_CONFLICT when the claimer no longer has the lease
 */
export async function takeBack(db: BookkeepingDb, file: string, claim: Claim): Promise<void> {
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
}
