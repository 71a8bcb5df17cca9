import type { Attribute } from "../../../avalanche/evm/nft-attributes";
import type { EvmDb } from "../../db";
import { eventItem } from "../../rows/columns";
import { rowCount } from "../../sql/computed";
import type { NftTable } from "../../tables/evm/nfts";
import type { ActivityPage } from "./activity";
import type { ActivityItem } from "./list-items";

type NftKey = Pick<NftTable, "token_id" | "token_number">;

/** Movements of one token, newest transaction first; within a transaction in order. */
export async function listNftTransfers(
  db: EvmDb,
  nft: NftKey,
  { range, after, limit }: ActivityPage,
): Promise<ActivityItem[]> {
  const rows = await selectTransfers(db, nft)
    .where("position", ">=", range.from)
    .where("position", "<", after === undefined ? range.below : after.group + 1)
    .select(["position", "log_index", "item"])
    .orderBy("position", "desc")
    .orderBy("log_index")
    .orderBy("item")
    .limit(limit)
    // The items of the last page's final transaction come first.
    .offset(after?.shown ?? 0)
    .execute();
  return rows.map(({ position, log_index, item }) => ({ position, item: eventItem(log_index, item) }));
}

/** The position of a token's last movement. */
export async function findLastMove(db: EvmDb, nft: NftKey): Promise<number | undefined> {
  const row = await selectTransfers(db, nft)
    .select("position")
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.position;
}

/** A token's first stored movement. */
export function findFirstMove(
  db: EvmDb,
  nft: NftKey,
): Promise<{ position: number; from_id: number } | undefined> {
  return selectTransfers(db, nft)
    .select(["position", "from_id"])
    .orderBy("position")
    .orderBy("log_index")
    .orderBy("item")
    .limit(1)
    .executeTakeFirst();
}

/** Movements of a token in one transaction up to a log. */
export async function countMoves(
  db: EvmDb,
  nft: NftKey,
  { position, logIndex }: { position: number; logIndex: number },
): Promise<number> {
  const { moves } = await selectTransfers(db, nft)
    .select(rowCount.as("moves"))
    .where("position", "=", position)
    .where("log_index", "<=", logIndex)
    .executeTakeFirstOrThrow();
  return moves;
}

/** The tokens before and after one in its collection, by number. */
export async function findNeighbours(
  db: EvmDb,
  { token_id, token_number }: NftKey,
): Promise<{ previous: Uint8Array | undefined; next: Uint8Array | undefined }> {
  const others = db.selectFrom("nft").select("token_number").where("token_id", "=", token_id).limit(1);
  const [previous, next] = await Promise.all([
    others.where("token_number", "<", token_number).orderBy("token_number", "desc").executeTakeFirst(),
    others.where("token_number", ">", token_number).orderBy("token_number").executeTakeFirst(),
  ]);
  return { previous: previous?.token_number, next: next?.token_number };
}

/** How many tokens of a collection have each attribute. Attributes that no token has are left out. */
export async function countAttributes(
  db: EvmDb,
  token_id: number,
  attributes: readonly Attribute[],
): Promise<(Attribute & { tokens: number })[]> {
  const counted = await Promise.all(
    attributes.map(({ name, value }) =>
      db
        .selectFrom("nft_attribute")
        .select(["name", "value", "tokens"])
        .where((eb) => eb.and({ token_id, name, value }))
        .executeTakeFirst(),
    ),
  );
  return counted.filter((row) => row !== undefined);
}

/** How many tokens of a collection ever moved, burned ones too; undefined for more than `most`. */
export async function countNfts(db: EvmDb, tokenId: number, most: number): Promise<number | undefined> {
  const some = db
    .selectFrom("nft")
    .select("token_number")
    .where("token_id", "=", tokenId)
    .limit(most + 1);
  const { tokens } = await db
    .selectFrom(some.as("some"))
    .select(rowCount.as("tokens"))
    .executeTakeFirstOrThrow();
  return tokens > most ? undefined : tokens;
}

/** How many tokens of a collection have metadata that were read. */
export async function readTokensRead(db: EvmDb, tokenId: number): Promise<number> {
  const row = await db
    .selectFrom("nft_collection")
    .select("tokens_read")
    .where("token_id", "=", tokenId)
    .executeTakeFirst();
  return row?.tokens_read ?? 0;
}

function selectTransfers(db: EvmDb, { token_id, token_number }: NftKey) {
  return db
    .selectFrom("token_transfer")
    .where("token_id", "=", token_id)
    .where("token_number", "=", token_number);
}
