/** Transactions of the indexed chain up to a time (unix seconds), that second included. */
export async function countTransactionsUntil(db: EvmDb, time: number): Promise<number> {
  const last = await db
    .selectFrom("block")
    .select("tx_total")
    .where("time", "<=", time)
    .orderBy("time", "desc")
    .orderBy("height", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.tx_total ?? 0;
}

import type { EvmDb } from "../../db";
