import type { EvmDb } from "../../store/db";
import { measureNftTexts, readNftMetadata } from "../../store/queries/evm/nft-metadata";
import type { NftMetadataTable } from "../../store/tables/evm/nfts";

/** What an answer says of a token's metadata. */
export type NftTexts = Pick<NftMetadataTable, "status" | "token_uri" | "metadata" | "updated_at">;

/** Characters of token URIs and metadata in one answer: contracts may write as much as they like. */
const MOST_TEXT = 8 * 1024 * 1024;

/** How many of the tokens, at least one, a page holds with all that is known of them. */
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

/** Texts of tokens by number; of those that are too many for one answer, the status alone. */
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
