import type { Kysely } from "kysely";
import type { PrimaryTables } from "../tables";

/** Dictionary ids of addresses (20 bytes each); those never seen on chain are missing. */
export async function findAddresses(
  db: Kysely<PrimaryTables>,
  addresses: readonly Uint8Array[],
): Promise<number[]> {
  const rows = await db
    .selectFrom("address")
    .select("id")
    .where("bytes", "in", [...addresses])
    .execute();
  return rows.map(({ id }) => id);
}
