import type { PrimaryDb } from "../db";
import { CHAIN } from "../rows/columns";
import type { BlockTable } from "../tables/chain";

/** The last stored block of the P-Chain; undefined before the first. */
export async function readHead(db: PrimaryDb): Promise<BlockTable | undefined> {
  return db
    .selectFrom("block")
    .selectAll()
    .where("chain", "=", CHAIN.p)
    .orderBy("height", "desc")
    .limit(1)
    .executeTakeFirst();
}
