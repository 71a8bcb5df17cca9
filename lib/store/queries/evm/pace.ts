import type { EvmStore } from "../../open-evm";

/** Transactions of the chain as indexed, in blocks up to a time (unix seconds) and of that second. */
export async function countTransactionsUntil(db: EvmStore["db"], time: number): Promise<number> {
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
