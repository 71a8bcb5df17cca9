import type { PrimaryDb } from "../db";
import { CHAIN } from "../rows/columns";
import { beginsWith, foldedOrder, setOf } from "../sql/expressions";
import type { AssetTable } from "../tables/utxo";
import { timeOfTx } from "./tx-time";

/** An asset, with the time of the transaction that created it (unix seconds), as far as it is known. */
export type AssetRow = AssetTable & { created_time: number | null };

/** The asset of an id. Undefined until something indexed names it. */
export async function findAsset(db: PrimaryDb, assetId: Uint8Array): Promise<AssetRow | undefined> {
  return db
    .selectFrom("asset")
    .leftJoin("tx", (join) =>
      join.onRef("tx.position", "=", "asset.created_position").on("tx.chain", "=", CHAIN.x),
    )
    .selectAll("asset")
    .select(timeOfTx("tx").as("created_time"))
    .where("asset_id", "=", assetId)
    .executeTakeFirst();
}

/** Assets by their numbers in this store. */
export async function readAssets(
  db: PrimaryDb,
  numbers: readonly number[],
): Promise<Map<number, AssetTable>> {
  const rows = await db
    .selectFrom("asset")
    .selectAll()
    .where("id", "in", setOf([...new Set(numbers)]))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Assets whose name or symbol begins with a text, in either case: those with the shortest first, then the oldest. */
export async function listAssetsNamed(db: PrimaryDb, text: string, limit: number): Promise<AssetTable[]> {
  const found: AssetTable[] = [];
  for (const column of ["symbol", "name"] as const) {
    const rows = await db
      .selectFrom("asset")
      .selectAll()
      .where(column, "is not", null)
      .where(beginsWith(column, text))
      .orderBy(foldedOrder(column))
      .orderBy("id")
      .limit(limit)
      .execute();
    found.push(...rows.filter(({ id }) => found.every((row) => row.id !== id)));
  }
  return found;
}
