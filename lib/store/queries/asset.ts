import type { PrimaryDb } from "../db";
import { CHAIN } from "../rows/columns";
import { setOf } from "../sqlite/expressions";
import type { AssetTable } from "../tables/utxo";

/** An asset, with the time of the transaction that created it (unix seconds). */
export type AssetRow = AssetTable & { created_time: number | null };

/** The asset of an id. Undefined until something indexed names it. */
export async function findAsset(db: PrimaryDb, assetId: Uint8Array): Promise<AssetRow | undefined> {
  return db
    .selectFrom("asset")
    .leftJoin("tx", (join) =>
      join.onRef("tx.position", "=", "asset.created_position").on("tx.chain", "=", CHAIN.x),
    )
    .selectAll("asset")
    .select("tx.time as created_time")
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
