import { sql } from "kysely";
import { ITEMS_PER_EVENT, NO_TOKEN_NUMBER } from "../../columns";
import type { EvmStore } from "../../open-evm";
import type { TokenTable } from "../../tables/evm/token";
import type { TokenTransferTable } from "../../tables/evm/token-transfer";
import { inParts } from "../by-key";

type Db = EvmStore["db"];

/** Someone who has or had any of a token, and what the newest block left. */
export interface HolderRow {
  holderId: number;
  address: Uint8Array;
  /** As the column has it. */
  balance: Uint8Array;
}

/** Holders passed over in one reading: a few milliseconds. */
const HOLDERS_PER_READ = 5_000;

/** Which of the holders passed over are wanted: the first ones by balance, largest first, then by address. */
export interface HolderBounds {
  /** As columns have amounts. */
  over: Uint8Array;
  atLeast: Uint8Array | undefined;
  behind: Pick<HolderRow, "balance" | "address"> | undefined;
  limit: number;
}

/** The first of some of those who ever had any of a token; `next` to go on behind, if there are more. */
export async function listHolders(
  db: Db,
  tokenId: number,
  { after, bounds }: { after: number; bounds: HolderBounds },
): Promise<{ rows: HolderRow[]; next: number | undefined }> {
  const { over, atLeast, behind, limit } = bounds;
  const some = db
    .selectFrom("token_balance")
    .select(["holder_id", "balance"])
    .where("token_id", "=", tokenId)
    .where("token_number", "=", NO_TOKEN_NUMBER)
    .where("holder_id", ">", after)
    .orderBy("holder_id")
    .limit(HOLDERS_PER_READ);
  const end = await db
    .selectFrom(some.as("some"))
    .select((eb) => [eb.fn.max("holder_id").as("last"), eb.fn.countAll<number>().as("count")])
    .executeTakeFirstOrThrow();
  let query = db
    .selectFrom(some.as("some"))
    .innerJoin("address", "address.id", "some.holder_id")
    .select(["some.holder_id as holderId", "address.bytes as address", "some.balance"])
    .where("some.balance", ">", over);
  if (atLeast !== undefined) query = query.where("some.balance", ">=", atLeast);
  if (behind !== undefined)
    query = query.where((eb) =>
      eb.or([
        eb("some.balance", "<", behind.balance),
        eb.and([eb("some.balance", "=", behind.balance), eb("address.bytes", ">", behind.address)]),
      ]),
    );
  const rows = await query.orderBy("some.balance", "desc").orderBy("address.bytes").limit(limit).execute();
  return { rows, next: end.count < HOLDERS_PER_READ ? undefined : end.last };
}

/** Holders by number. */
export function readHolders(db: Db, tokenId: number, ids: readonly number[]): Promise<HolderRow[]> {
  return inParts(ids, (part) => holders(db, tokenId).where("holder_id", "in", part).execute());
}

/** One of them. */
export function findHolder(db: Db, tokenId: number, holderId: number): Promise<HolderRow | undefined> {
  return holders(db, tokenId).where("holder_id", "=", holderId).executeTakeFirst();
}

function holders(db: Db, tokenId: number) {
  return db
    .selectFrom("token_balance")
    .innerJoin("address", "address.id", "token_balance.holder_id")
    .select(["holder_id as holderId", "address.bytes as address", "balance"])
    .where("token_id", "=", tokenId)
    .where("token_number", "=", NO_TOKEN_NUMBER);
}

/** What a token's movements add up to; undefined when none was ever seen. */
export function readTokenFigures(db: Db, tokenId: number): Promise<TokenTable | undefined> {
  return db.selectFrom("token").selectAll().where("token_id", "=", tokenId).executeTakeFirst();
}

/** One movement, and its place in the list it was found in. */
export type Movement = Pick<
  TokenTransferTable,
  "position" | "token_id" | "token_number" | "from_id" | "to_id" | "value"
> & { item: number };

/** A list of movements: `ACTIVITY` in columns.ts of an address, or of a token contract. */
export interface MovementList {
  addressId: number;
  kind: number;
  /** Positions from here on. */
  from: number;
}

/** The epochs that hold a list's movements, newest first. */
export async function listMovementEpochs(db: Db, { addressId, from }: MovementList): Promise<number[]> {
  const rows = await db
    .selectFrom("address_epoch")
    .select("epoch")
    .where("address_id", "=", addressId)
    .where(
      "epoch",
      ">=",
      db
        .selectFrom("epoch")
        .select(sql<number>`coalesce(max(epoch), 0)`.as("first"))
        .where("first_position", "<=", from),
    )
    .orderBy("epoch", "desc")
    .execute();
  return rows.map(({ epoch }) => epoch);
}

/** A literal: a bound number would divide as a fraction. */
const ITEMS = sql.lit(ITEMS_PER_EVENT);

/** Movements of one epoch, newest first, those behind `before` only. */
export function listMovements(
  db: Db,
  { addressId, kind, from }: MovementList,
  page: { epoch: number; before: Pick<Movement, "position" | "item"> | undefined; limit: number },
): Promise<Movement[]> {
  let query = db
    .selectFrom("address_activity as place")
    .innerJoin("token_transfer as move", (join) =>
      join
        .onRef("move.position", "=", "place.position")
        .on("move.log_index", "=", sql<number>`place.item / ${ITEMS}`)
        .on("move.item", "=", sql<number>`place.item % ${ITEMS}`),
    )
    .select(["place.position", "place.item", "token_id", "token_number", "from_id", "to_id", "value"])
    .where("place.epoch", "=", page.epoch)
    .where("place.address_id", "=", addressId)
    .where("place.kind", "=", kind)
    .where("place.position", ">=", from);
  const { before } = page;
  if (before !== undefined)
    query = query.where(sql<boolean>`(place.position, place.item) < (${before.position}, ${before.item})`);
  return query.orderBy("place.position", "desc").orderBy("place.item", "desc").limit(page.limit).execute();
}
