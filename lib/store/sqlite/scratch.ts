import { sql } from "kysely";
import { asHolder, type Claim } from "../bookkeeping/lease";
import { readNetwork, writeNetwork } from "../bookkeeping/network";
import type { PrimaryDb } from "../db";
import { DERIVED_TABLES } from "../rows/derived-tables";
import type { Scratch } from "../stores";
import { attach, detach } from "./engine";
import { removeDatabase } from "./layout";
import { openFile } from "./open";

/** Opens an empty scratch store. `close` deletes it; what a killed process left is deleted by the next one. */
export async function openScratch(path: string, nowMs: number): Promise<Scratch> {
  await removeDatabase(path);
  const store = await openFile("primary", path, { mode: "scratch", nowMs });
  return {
    ...store,
    replaceRows: (db, claim) => replaceRows(db, { path, rows: store.db }, claim),
    async close() {
      await store.close();
      await removeDatabase(path);
    },
  };
}

async function replaceRows(
  db: PrimaryDb,
  { path, rows }: { path: string; rows: PrimaryDb },
  claim: Claim,
): Promise<void> {
  const facts = await readNetwork(rows);
  await attach(db, path, "scratch");
  try {
    await asHolder(db, claim, async (trx) => {
      for (const { table } of DERIVED_TABLES) {
        const name = sql.table(table);
        await sql`delete from ${name}`.execute(trx);
        await sql`insert into ${name} select * from ${sql.table(`scratch.${table}`)}`.execute(trx);
      }
      await writeNetwork(trx, facts);
    });
  } finally {
    await detach(db, "scratch");
  }
}
