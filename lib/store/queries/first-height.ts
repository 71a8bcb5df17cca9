import type { PrimaryDb } from "../db";
import type { ChainCode } from "../rows/columns";
import type { BlockTable } from "../tables/chain";

/** Height of the first stored block of a chain; undefined before there is one. */
export async function findFirstHeight(db: PrimaryDb, chain: ChainCode): Promise<number | undefined> {
  return (await findFirstBlock(db, chain))?.height;
}

/** The lowest stored block of a chain; undefined if none is stored. */
export function findFirstBlock(
  db: PrimaryDb,
  chain: ChainCode,
): Promise<Pick<BlockTable, "height" | "block_id" | "parent_id" | "time"> | undefined> {
  return db
    .selectFrom("block")
    .select(["height", "block_id", "parent_id", "time"])
    .where("chain", "=", chain)
    .orderBy("height")
    .limit(1)
    .executeTakeFirst();
}
