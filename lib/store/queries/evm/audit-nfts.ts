/** What an audit reads of the metadata of single tokens. */

/** The first token contract above a number that has single tokens or attributes. */
export async function nextCollection(db: EvmDb, after: number): Promise<number | undefined> {
  const firsts = (["nft", "nft_attribute"] as const).map((table) =>
    db
      .selectFrom(table)
      .select("token_id")
      .where("token_id", ">", after)
      .orderBy("token_id")
      .limit(1)
      .executeTakeFirst(),
  );
  const ids = (await Promise.all(firsts)).flatMap((row) => (row === undefined ? [] : [row.token_id]));
  return ids.length === 0 ? undefined : Math.min(...ids);
}

/** Read metadata of a contract's tokens above a number, in order. */
export async function listReadMetadata(
  db: EvmDb,
  tokenId: number,
  { after, limit }: { after: Uint8Array; limit: number },
) {
  return db
    .selectFrom("nft")
    .innerJoin("nft_metadata", "nft_metadata.nft_id", "nft.id")
    .select(["token_number", "nft_id"])
    .select(({ ref }) => ref("metadata").$notNull().as("metadata"))
    .where("token_id", "=", tokenId)
    .where("token_number", ">", after)
    .where("metadata", "is not", null)
    .orderBy("token_number")
    .limit(limit)
    .execute();
}

export function listAttributes(db: EvmDb, tokenId: number) {
  return db.selectFrom("nft_attribute").selectAll().where("token_id", "=", tokenId).execute();
}

export function listCollections(db: EvmDb) {
  return db.selectFrom("nft_collection").selectAll().execute();
}

import type { EvmDb } from "../../db";
