import type { Kysely } from "kysely";
import type { ChainCode } from "../rows/columns";
import type { PrimaryTables } from "../tables";

/** Height of the first block of a chain that is stored; undefined before there is one. */
export async function findFirstHeight(
  db: Kysely<PrimaryTables>,
  chain: ChainCode,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("block")
    .select("height")
    .where("chain", "=", chain)
    .orderBy("height")
    .limit(1)
    .executeTakeFirst();
  return row?.height;
}
