import type { Kysely } from "kysely";
import { CHAIN } from "../rows/columns";
import type { PrimaryTables } from "../tables";
import type { BlockTable } from "../tables/block";

/** The last stored block of the P-Chain; undefined before the first. */
export async function readHead(db: Kysely<PrimaryTables>): Promise<BlockTable | undefined> {
  return db
    .selectFrom("block")
    .selectAll()
    .where("chain", "=", CHAIN.p)
    .orderBy("height", "desc")
    .limit(1)
    .executeTakeFirst();
}
