import { sql } from "kysely";
import { asHolder, type Claim } from "../bookkeeping/lease";
import { readNetwork, writeNetwork } from "../bookkeeping/network";
import type { PrimaryDb } from "../db";
import { engineOf, putValues } from "../engine";
import { DERIVED_TABLES } from "../rows/derived-tables";
import { pagesOf } from "../rows/pages";

/**
 * Replaces the rows made from containers by rebuilt ones of another database, in one transaction.
 * @throws StoreError STORE_CONFLICT when the claimer no longer has the lease
 */
export async function replaceRows(db: PrimaryDb, rebuilt: PrimaryDb, claim: Claim): Promise<void> {
  const facts = await readNetwork(rebuilt);
  await asHolder(db, claim, async (trx) => {
    for (const { table, keys } of DERIVED_TABLES) {
      await sql`delete from ${sql.table(table)}`.execute(trx);
      for await (const rows of pagesOf(rebuilt, { table, key: keys })) {
        const columns = Object.keys(rows[0] ?? {});
        const put = (row: number, values: unknown[], at: number) =>
          putValues(rows[row] ?? {}, columns, { values, at });
        const source = { columns, count: rows.length, put };
        await engineOf(trx).writeRows(trx, { table, key: keys, onStored: "refuse" }, source);
      }
    }
    await writeNetwork(trx, facts);
  });
}
