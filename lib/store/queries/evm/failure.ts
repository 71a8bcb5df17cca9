import { sql } from "kysely";
import type { EvmDb } from "../../db";
import { heightOf, positionOf } from "../../rows/columns";
import { setOf } from "../../sql/expressions";
import type { TxFailureTable } from "../../tables/evm/chain";
import { inParts } from "../by-key";

/** Why transactions failed, of those at positions of which it is known. */
export function readFailures(db: EvmDb, positions: readonly number[]): Promise<TxFailureTable[]> {
  return inParts(db, [...new Set(positions)], (part) =>
    db.selectFrom("tx_failure").selectAll().where("position", "in", setOf(part)).execute(),
  );
}

/** Heights of the last blocks between two heights, both included, in which a transaction failed, highest first. */
export async function listFailedHeights(
  db: EvmDb,
  { from, to }: { from: number; to: number },
  limit: number,
): Promise<number[]> {
  const heights: number[] = [];
  for (let below = positionOf(to + 1, 0); heights.length < limit; ) {
    const row = await db
      .selectFrom("transaction")
      .select("position")
      .where("position", "<", below)
      .where("position", ">=", positionOf(from, 0))
      // Written out: the index of failed transactions is not used for a bound value.
      .where("status", "=", sql.lit(0))
      .orderBy("position", "desc")
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) break;
    heights.push(heightOf(row.position));
    below = positionOf(heightOf(row.position), 0);
  }
  return heights;
}
