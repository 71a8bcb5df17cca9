import type { PrimaryDb } from "../db";
import { CHAIN } from "../rows/columns";
import { rowCount, u64SumAs } from "../sql/computed";
import type { AssetRow } from "./asset";
import { timeOfTx } from "./tx-time";

/** Assets whose creation is indexed, last created first. `after`: position of the last row shown. */
export function listAssets(
  db: PrimaryDb,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<AssetRow[]> {
  let query = db
    .selectFrom("asset")
    .leftJoin("tx", (join) =>
      join.onRef("tx.position", "=", "asset.created_position").on("tx.chain", "=", CHAIN.x),
    )
    .selectAll("asset")
    .select(timeOfTx("tx").as("created_time"))
    .where("created_position", "is not", null);
  if (after !== undefined) query = query.where("created_position", "<", after);
  return query.orderBy("created_position", "desc").limit(limit).execute();
}

/** Unspent outputs of an asset that are of one type and have the same owners. */
export interface AssetShare {
  /** `unpackBytes`, 20 bytes each. */
  owners: Uint8Array;
  threshold: number;
  /** Index of `OUTPUT_TYPES` in columns.ts. */
  output_type: number;
  outputs: number;
  /** Of all of them together. */
  amount: bigint;
}

/** Number of transactions that touch an asset, on all chains; more than `most` are not counted. AVAX has none here. */
export async function countAssetTxs(db: PrimaryDb, asset: number, most: number): Promise<number> {
  const some = db
    .selectFrom("asset_tx")
    .select("position")
    .where("asset", "=", asset)
    .limit(most + 1);
  const row = await db.selectFrom(some.as("some")).select(rowCount.as("txs")).executeTakeFirstOrThrow();
  return row.txs;
}

/**
 * Who has what of an asset, by its unspent outputs on all chains and on their way between them. It walks over all
 * transactions of the asset. Not for AVAX, whose transactions are not listed by asset.
 */
export function listAssetShares(db: PrimaryDb, asset: number): Promise<AssetShare[]> {
  return db
    .selectFrom("asset_tx")
    .innerJoin("utxo", (join) =>
      join.onRef("utxo.chain", "=", "asset_tx.chain").onRef("utxo.position", "=", "asset_tx.position"),
    )
    .select(["utxo.owners", "utxo.threshold", "utxo.output_type", rowCount.as("outputs"), u64SumAs("amount")])
    .where("asset_tx.asset", "=", asset)
    .where("utxo.asset", "=", asset)
    .where("utxo.consumed_position", "is", null)
    .groupBy(["utxo.owners", "utxo.threshold", "utxo.output_type"])
    .execute();
}
