import type { Kysely } from "kysely";
import { CHAIN } from "../columns";
import type { PrimaryTables } from "../tables";
import type { AssetTable } from "../tables/asset";

/** An asset, with the time of the transaction that created it (unix seconds). */
export type AssetRow = AssetTable & { created_time: number | null };

/** The asset of an id, once anything named it. */
export async function findAsset(
  db: Kysely<PrimaryTables>,
  assetId: Uint8Array,
): Promise<AssetRow | undefined> {
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
