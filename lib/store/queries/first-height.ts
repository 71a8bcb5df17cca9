import type { PrimaryDb } from "../db";
import type { ChainCode } from "../rows/columns";

/** Height of the first stored block of a chain; undefined before there is one. */
export async function findFirstHeight(db: PrimaryDb, chain: ChainCode): Promise<number | undefined> {
  const row = await db
    .selectFrom("block")
    .select("height")
    .where("chain", "=", chain)
    .orderBy("height")
    .limit(1)
    .executeTakeFirst();
  return row?.height;
}
