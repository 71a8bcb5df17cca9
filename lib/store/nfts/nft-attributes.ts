import { type Attribute, countedAttributes } from "../../avalanche/evm/nft-attributes";
import type { EvmDb } from "../db";
import type { NftMetadataTable } from "../tables/evm/nfts";

/**
 * Counts a token under its metadata's attributes now, and no longer under those before. Part of the write that replaces
 * the metadata.
 */
export async function recountNft(
  db: EvmDb,
  nftId: number,
  { before, after }: { before: NftMetadataTable["metadata"]; after: NftMetadataTable["metadata"] },
): Promise<void> {
  if (before === after) return;
  const { token_id: tokenId } = await db
    .selectFrom("nft")
    .select("token_id")
    .where("id", "=", nftId)
    .executeTakeFirstOrThrow();
  const [old, now] = [before, after].map((metadata) => new Map(attributesIn(metadata)));
  for (const [key, attribute] of old ?? []) if (!now?.has(key)) await uncount(db, tokenId, attribute);
  for (const [key, attribute] of now ?? []) if (!old?.has(key)) await count(db, tokenId, attribute);
  await addRead(db, tokenId, Number(after !== null) - Number(before !== null));
}

/** Attributes that metadata list, by name and value as JSON, each once. @throws SyntaxError for what is not JSON */
export function attributesIn(metadata: string | null): [string, Attribute][] {
  if (metadata === null) return [];
  return countedAttributes(JSON.parse(metadata)).map((one) => [JSON.stringify([one.name, one.value]), one]);
}

async function count(db: EvmDb, token_id: number, attribute: Attribute): Promise<void> {
  await db
    .insertInto("nft_attribute")
    .values({ token_id, ...attribute, tokens: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["token_id", "name", "value"])
        .doUpdateSet((eb) => ({ tokens: eb("nft_attribute.tokens", "+", 1) })),
    )
    .execute();
}

async function uncount(db: EvmDb, token_id: number, { name, value }: Attribute): Promise<void> {
  const key = { token_id, name, value };
  await db
    .updateTable("nft_attribute")
    .set((eb) => ({ tokens: eb("tokens", "-", 1) }))
    .where((eb) => eb.and(key))
    .execute();
  await db
    .deleteFrom("nft_attribute")
    .where((eb) => eb.and({ ...key, tokens: 0 }))
    .execute();
}

async function addRead(db: EvmDb, token_id: number, tokens: number): Promise<void> {
  if (tokens === 0) return;
  await db
    .insertInto("nft_collection")
    .values({ token_id, tokens_read: tokens })
    .onConflict((conflict) =>
      conflict
        .column("token_id")
        .doUpdateSet((eb) => ({ tokens_read: eb("nft_collection.tokens_read", "+", tokens) })),
    )
    .execute();
}
