import type { EvmDb } from "../../store/db";
import { measureNftTexts, readNftMetadata } from "../../store/queries/evm/nft-metadata";
import type { NftMetadataTable } from "../../store/tables/evm/nfts";

/** Facts of an NFT's metadata in an answer. */
export type NftTexts = Pick<NftMetadataTable, "status" | "token_uri" | "metadata" | "updated_at">;

/** Most characters of URIs and metadata in one answer. Contracts may write any amount. */
const MOST_TEXT = 8 * 1024 * 1024;

/** How many of the NFTs, at least one, fit on a page with all their texts. */
export async function fitNfts(db: EvmDb, nfts: readonly { id: number }[]): Promise<number> {
  const measured = await measureNftTexts(
    db,
    nfts.map(({ id }) => id),
  );
  let total = 0;
  const full = nfts.findIndex(({ id }) => {
    total += measured.get(id)?.size ?? 0;
    return total > MOST_TEXT;
  });
  return full < 0 ? nfts.length : Math.max(1, full);
}

/** Texts of NFTs by row id. Those that exceed the limit have only their status. */
export async function loadNftTexts(db: EvmDb, ids: readonly number[]): Promise<Map<number, NftTexts>> {
  const measured = await measureNftTexts(db, ids);
  let total = 0;
  const whole = [...measured].flatMap(([id, { size }]) => {
    total += size;
    return total > MOST_TEXT ? [] : [id];
  });
  const rows = new Map((await readNftMetadata(db, whole)).map((row) => [row.nft_id, row]));
  return new Map(
    [...measured].map(([id, { status, updated_at }]) => [
      id,
      rows.get(id) ?? { status, updated_at, token_uri: null, metadata: null },
    ]),
  );
}
