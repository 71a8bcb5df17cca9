import { sql } from "kysely";
import type { EvmDb } from "../../db";
import { setOf } from "../../sql/expressions";
import type { NftMetadataTable, NftTable } from "../../tables/evm/nfts";
import { inParts } from "../by-key";

/** A token whose metadata are to be read. */
export interface NftToRead extends Pick<NftTable, "id" | "token_number" | "form" | "minted_position"> {
  /** Address of its contract. */
  contract: Uint8Array;
  /** Of an ERC-721; zeros when burned. */
  owner: Uint8Array | null;
}

/** Tokens not looked at yet, in the order of their first movement. */
export function listUnreadNfts(db: EvmDb, limit: number): Promise<NftToRead[]> {
  return selectNfts(db)
    .where("nft.id", ">", sql<number>`(select coalesce(max(nft_id), 0) from nft_metadata)`)
    .orderBy("nft.id")
    .limit(limit)
    .execute();
}

/** Tokens to be read from `source` by now with their rows, those that have waited longest first. */
export async function listDueNfts(
  db: EvmDb,
  { source, nowMs, limit }: { source: NftMetadataTable["next_from"]; nowMs: number; limit: number },
): Promise<{ nft: NftToRead; row: NftMetadataTable }[]> {
  const rows = await db
    .selectFrom("nft_metadata")
    .selectAll()
    .where("next_from", "=", source)
    .where("due_at_ms", "<=", nowMs)
    .orderBy("due_at_ms")
    .limit(limit)
    .execute();
  const ids = rows.map(({ nft_id }) => nft_id);
  const nfts = await inParts(db, ids, (part) => selectNfts(db).where("nft.id", "in", setOf(part)).execute());
  const byId = new Map(nfts.map((nft) => [nft.id, nft]));
  return rows.flatMap((row) => {
    const nft = byId.get(row.nft_id);
    return nft === undefined ? [] : [{ nft, row }];
  });
}

/** State of tokens' metadata without the texts, and how many characters those have, by number. */
export async function measureNftTexts(db: EvmDb, ids: readonly number[]) {
  const rows = await inParts(db, ids, (part) =>
    db
      .selectFrom("nft_metadata")
      .select(["nft_id", "status", "updated_at"])
      .select(sql<number>`coalesce(length(token_uri), 0) + coalesce(length(metadata), 0)`.as("size"))
      .where("nft_id", "in", setOf(part))
      .execute(),
  );
  return new Map(rows.map((row) => [row.nft_id, row]));
}

/** What is known of tokens' metadata. */
export function readNftMetadata(db: EvmDb, ids: readonly number[]) {
  return inParts(db, ids, (part) =>
    db
      .selectFrom("nft_metadata")
      .select(["nft_id", "status", "token_uri", "metadata", "updated_at"])
      .where("nft_id", "in", setOf(part))
      .execute(),
  );
}

/** The document that a token's URI led to; null where none was fetched. */
export async function readNftDocument(db: EvmDb, id: number): Promise<string | null> {
  const row = await db
    .selectFrom("nft_metadata")
    .select("document")
    .where("nft_id", "=", id)
    .executeTakeFirst();
  return row?.document ?? null;
}

function selectNfts(db: EvmDb) {
  return db
    .selectFrom("nft")
    .innerJoin("address as contract", "contract.id", "nft.token_id")
    .leftJoin("address as owner", "owner.id", "nft.owner_id")
    .select([
      "nft.id",
      "nft.token_number",
      "nft.form",
      "nft.minted_position",
      "contract.bytes as contract",
      "owner.bytes as owner",
    ]);
}
