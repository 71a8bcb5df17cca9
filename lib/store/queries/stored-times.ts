import type { PrimaryDb } from "../db";
import type { ChainCode } from "../rows/columns";

/** When the blocks of these heights were stored, unix ms, by height. */
export async function listStoredTimes(
  db: PrimaryDb,
  chain: ChainCode,
  { from, to }: { from: number; to: number },
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("block")
    .select(["height", "stored_at_ms"])
    .where("chain", "=", chain)
    .where("height", ">=", from)
    .where("height", "<=", to)
    .execute();
  return new Map(rows.map(({ height, stored_at_ms }) => [height, stored_at_ms]));
}
