import type { EvmDb } from "../db";
import type { HistoryTable, OlderBlocks } from "../tables/evm/chain";

/** Which blocks of its chain a store has, and which of them its figures count. Heights, both ends included. */
export interface EvmHistory {
  /** The oldest stored block. Every block from there to the newest is stored. */
  firstHeight: number;
  older: OlderBlocks;
  /** The oldest block that figures count: balances, supplies, owners, and statistics of hours and days. */
  countedFrom: number;
  /** The newest one; undefined when it is the newest stored block. */
  countedTo?: number | undefined;
}

/** Undefined while no block is stored. */
export async function readHistory(db: EvmDb): Promise<EvmHistory | undefined> {
  const row = await db.selectFrom("history").selectAll().executeTakeFirst();
  return (
    row && {
      firstHeight: row.first_height,
      older: row.older,
      countedFrom: row.counted_from,
      countedTo: row.counted_to ?? undefined,
    }
  );
}

export async function writeHistory(db: EvmDb, history: EvmHistory): Promise<void> {
  const row: HistoryTable = {
    id: 1,
    first_height: history.firstHeight,
    older: history.older,
    counted_from: history.countedFrom,
    counted_to: history.countedTo ?? null,
  };
  await db
    .insertInto("history")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

/** Whether the store has its chain from the first block on, and figures count all of it. */
export function isWhole({ older, firstHeight, countedFrom, countedTo }: EvmHistory): boolean {
  return older === "none" && countedFrom === firstHeight && countedTo === undefined;
}
