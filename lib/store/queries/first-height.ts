import type { Kysely } from "kysely";
import { CHAIN } from "../columns";
import type { PrimaryTables } from "../tables";

/** Height of the first P-Chain block stored; undefined before there is one. */
export async function findFirstHeight(db: Kysely<PrimaryTables>): Promise<number | undefined> {
  const row = await db
    .selectFrom("block")
    .select("height")
    .where("chain", "=", CHAIN.p)
    .orderBy("height")
    .limit(1)
    .executeTakeFirst();
  return row?.height;
}
