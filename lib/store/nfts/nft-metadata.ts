import type { EvmDb } from "../db";
import { commit } from "../db";
import { amountColumn } from "../rows/columns";
import { isSame } from "../sql/expressions";
import type { MetadataUpdateTable, NftMetadataTable } from "../tables/evm/nfts";
import { recountNft } from "./nft-attributes";

/** Writes the first metadata read of a token. */
export async function addNftMetadata(db: EvmDb, row: NftMetadataTable): Promise<void> {
  await db.insertInto("nft_metadata").values(row).execute();
  await recountNft(db, row.nft_id, { before: null, after: row.metadata });
}

/** Writes metadata read again, unless the token was marked to be read again after `before`. */
export async function replaceNftMetadata(
  db: EvmDb,
  before: NftMetadataTable,
  { nft_id, ...row }: NftMetadataTable,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("nft_metadata")
    .set(row)
    .where("nft_id", "=", nft_id)
    .where("next_from", "=", before.next_from)
    .where(isSame("due_at_ms", before.due_at_ms))
    .where(isSame("token_uri", before.token_uri))
    .executeTakeFirst();
  if (numUpdatedRows > 0) await recountNft(db, nft_id, { before: before.metadata, after: row.metadata });
}

/** Makes tokens due whose URIs the node could not give: it may be another node, or work again. */
export async function askUnreadNftsNow(db: EvmDb, nowMs: number): Promise<void> {
  await db
    .updateTable("nft_metadata")
    .set({ due_at_ms: nowMs })
    .where("next_from", "=", "contract")
    .where("status", "=", "UNINDEXED")
    .where("due_at_ms", ">", nowMs)
    .execute();
}

/**
 * Announcements taken and tokens marked by one step, so that neither many announcements nor a large collection block
 * other writes.
 */
const TAKEN_AT_ONCE = 200;
const MARKED_AT_ONCE = 500;

/**
 * Marks tokens as due whose contract says that their metadata changed. Those not read yet need no mark.
 * @returns whether there was anything to mark
 */
export async function markUpdatedNfts(db: EvmDb, nowMs: number): Promise<boolean> {
  const updates = await db.selectFrom("metadata_update").selectAll().limit(TAKEN_AT_ONCE).execute();
  if (updates.length === 0) return false;
  await commit(db, async (trx) => {
    let left = MARKED_AT_ONCE;
    for (const update of updates) {
      if (left > 0) left -= await markTokens(trx, update, { most: left, nowMs });
    }
  });
  return true;
}

/** Announces that a token's metadata are to be read again. Does nothing for an unknown token. */
export async function announceNft(
  db: EvmDb,
  { contract, tokenId }: { contract: Uint8Array; tokenId: bigint },
): Promise<void> {
  const number = amountColumn(tokenId);
  await db
    .insertInto("metadata_update")
    .columns(["token_id", "first_number", "last_number"])
    .expression((eb) =>
      eb
        .selectFrom("address")
        .select((select) => ["id", select.val(number).as("first"), select.val(number).as("last")])
        .where("bytes", "=", contract),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes an announcement. Tokens beyond `most` stay announced. @returns how many were marked */
async function markTokens(
  db: EvmDb,
  update: MetadataUpdateTable,
  { most, nowMs }: { most: number; nowMs: number },
): Promise<number> {
  const nfts = db
    .selectFrom("nft")
    .where("token_id", "=", update.token_id)
    .where("token_number", ">=", update.first_number)
    .where("token_number", "<=", update.last_number);
  const next = await nfts
    .select("token_number")
    .orderBy("token_number")
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  const now = next === undefined ? nfts : nfts.where("token_number", "<", next.token_number);
  const { numUpdatedRows } = await db
    .updateTable("nft_metadata")
    .set({ next_from: "contract", due_at_ms: nowMs, attempts: 0 })
    .where("nft_id", "in", now.select("id"))
    .executeTakeFirst();
  await db
    .deleteFrom("metadata_update")
    .where("token_id", "=", update.token_id)
    .where("first_number", "=", update.first_number)
    .where("last_number", "=", update.last_number)
    .execute();
  if (next !== undefined) {
    await db
      .insertInto("metadata_update")
      .values({ ...update, first_number: next.token_number })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return Number(numUpdatedRows);
}
