import { type SelectQueryBuilder, sql } from "kysely";
import type { EvmDb } from "../../db";
import { EVENTS_PER_BLOCK, NO_TOKEN_NUMBER } from "../../rows/columns";
import { largestOf, rowCount } from "../../sql/computed";
import { hexOf, isFlag, isNotEmpty, jsonRows, numberSetOf, tupleIs } from "../../sql/expressions";
import type { EvmTables } from "../../tables/evm";
import type { TokenTable } from "../../tables/evm/tokens";
import { itemsOf } from "./list-items";

/** An address that has or had some of a token, with its balance at the newest block. */
export interface HolderRow {
  holderId: number;
  address: Uint8Array;
  /** As in the column. */
  balance: Uint8Array;
}

/** What is held: a token contract's, or one token of a collection. */
export interface Held {
  tokenId: number;
  /** As in its column. Without one, all of the contract's tokens count. */
  number?: Uint8Array | undefined;
}

/** Holders passed by one read: a few milliseconds. */
export const HOLDERS_PER_READ = 5_000;

/** Which holders of a read are returned: the first by balance, largest first, then by address. */
export interface HolderBounds {
  /** As in columns. */
  over: Uint8Array;
  atLeast: Uint8Array | undefined;
  behind: Pick<HolderRow, "balance" | "address"> | undefined;
  limit: number;
}

/** The first of some holders of a token; `next` goes on after them, if there are more. */
export async function listHolders(
  db: EvmDb,
  held: Held,
  { after, bounds }: { after: number; bounds: HolderBounds },
): Promise<{ rows: HolderRow[]; next: number | undefined }> {
  const { over, atLeast, behind, limit } = bounds;
  const some = someHolders(db, held, after);
  const next = await passHolders(db, held, after);
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
  return { rows, next };
}

/** The number of the last holder that one read passes, if there may be more after it. */
export async function passHolders(db: EvmDb, held: Held, after: number): Promise<number | undefined> {
  const { last, count } = await db
    .selectFrom(someHolders(db, held, after).as("some"))
    .select([largestOf("holder_id").as("last"), rowCount.as("count")])
    .executeTakeFirstOrThrow();
  return count < HOLDERS_PER_READ ? undefined : (last ?? undefined);
}

function someHolders(db: EvmDb, held: Held, after: number) {
  return balancesAfter(db, held, { after }).select(["holder_id", "balance"]).limit(HOLDERS_PER_READ);
}

/** Holders with numbers after one, up to another if given, ascending. */
export function listHoldersIn(
  db: EvmDb,
  held: Held,
  { after, last, limit }: { after: number; last?: number; limit: number },
): Promise<HolderRow[]> {
  return withAddress(balancesAfter(db, held, { after, last }))
    .limit(limit)
    .execute();
}

/** Holders by number. */
export function readHolders(db: EvmDb, held: Held, ids: readonly number[]): Promise<HolderRow[]> {
  return holders(db, held).where("holder_id", "in", numberSetOf(ids)).execute();
}

/** One holder by number. */
export function findHolder(db: EvmDb, held: Held, holderId: number): Promise<HolderRow | undefined> {
  return holders(db, held).where("holder_id", "=", holderId).executeTakeFirst();
}

function holders(db: EvmDb, { tokenId, number = NO_TOKEN_NUMBER }: Held) {
  return withAddress(
    db.selectFrom("token_balance").where("token_id", "=", tokenId).where("token_number", "=", number),
  );
}

/** Balances of holders after one, in the order of their numbers. */
function balancesAfter(
  db: EvmDb,
  { tokenId, number }: Held,
  { after, last }: { after: number; last?: number | undefined },
) {
  const query = db.selectFrom("token_balance");
  if (number === undefined) {
    const whole = query
      .where("token_id", "=", tokenId)
      .where("token_number", "=", NO_TOKEN_NUMBER)
      .where("holder_id", ">", after)
      .orderBy("holder_id");
    return last === undefined ? whole : whole.where("holder_id", "<=", last);
  }
  // As a range of keys: the planner would walk over all holders of the contract by the primary key.
  const end = last === undefined ? Number.MAX_SAFE_INTEGER : last + 1;
  return query
    .where(tupleIs(NUMBER_KEY, ">", [number, tokenId, after]))
    .where(tupleIs(NUMBER_KEY, "<", [number, tokenId, end]))
    .where(isNotEmpty("token_number"))
    .orderBy("token_number")
    .orderBy("token_id")
    .orderBy("holder_id");
}

const NUMBER_KEY = ["token_number", "token_id", "holder_id"];

function withAddress(query: SelectQueryBuilder<EvmTables, "token_balance", object>) {
  return query
    .innerJoin("address", "address.id", "token_balance.holder_id")
    .select(["holder_id as holderId", "address.bytes as address", "balance"]);
}

/** What a token's movements add up to; undefined before the first. */
export function readTokenFigures(db: EvmDb, tokenId: number): Promise<TokenTable | undefined> {
  return db.selectFrom("token").selectAll().where("token_id", "=", tokenId).executeTakeFirst();
}

/** One movement with its position in a list. Wrapping coin comes from nobody, and giving it back goes to nobody: null. */
export interface Movement {
  position: number;
  item: number;
  tokenId: number;
  /** Which token of the contract, in hex as its column has it; empty for amounts. */
  number: string;
  fromId: number | null;
  toId: number | null;
  /** In hex, without 0x and leading zero bytes; empty for zero. */
  amount: string;
}

/** Movements of a list: `ACTIVITY` in columns.ts of an address, or of a token contract. */
export interface MovementList {
  addressId: number;
  /** Of transfers, and of wraps where the list has them. */
  kinds: { transfers: number; wraps?: number };
  /** Positions from `from` on, below `below` if given. */
  from: number;
  below?: number | undefined;
}

interface MovementPage {
  epoch: number;
  before: Pick<Movement, "position" | "item"> | undefined;
  limit: number;
}

/** Movements of one epoch after `before`, newest first. */
export async function listMovements(db: EvmDb, list: MovementList, page: MovementPage): Promise<Movement[]> {
  const { transfers, wraps } = list.kinds;
  const moved = placesOf(db, list, { ...page, kind: transfers })
    .innerJoin("token_transfer as move", (join) =>
      join
        .onRef("move.position", "=", "place.position")
        .on("move.log_index", "=", sql<number>`place.item % ${EVENTS}`)
        .on("move.item", "=", sql<number>`place.item / ${EVENTS}`),
    )
    .select([...PLACE, "token_id", "token_number", "value"])
    .select([sql<number | null>`from_id`.as("from_id"), sql<number | null>`to_id`.as("to_id")]);
  const all =
    wraps === undefined ? moved : moved.unionAll(wrapped(placesOf(db, list, { ...page, kind: wraps })));
  const some = all.orderBy("position", "desc").orderBy("item", "desc").limit(page.limit).as("some");
  const columns = ["position", "item", "token_id", "from_id", "to_id"].map((column) => sql.ref(column));
  const { rows } = await db
    .selectFrom(some)
    .select(jsonRows([...columns, hexOf("token_number"), hexOf("value")]).as("rows"))
    .executeTakeFirstOrThrow();
  return (JSON.parse(rows) as MovementTuple[])
    .map(([position, item, tokenId, fromId, toId, number, value]) => {
      const amount = value.slice(2); // after its length
      return { position, item, tokenId, fromId, toId, number, amount };
    })
    .sort((a, b) => b.position - a.position || b.item - a.item);
}

/** Columns of a movement; bytes in hex. */
type MovementTuple = [number, number, number, number | null, number | null, string, string];

/** Named, because joined lists can only be ordered by names. */
const PLACE = ["place.position as position", "place.item as item"] as const;

/** A literal: a bound number would divide as a fraction. */
const EVENTS = sql.lit(EVENTS_PER_BLOCK);

function placesOf(
  db: EvmDb,
  { addressId, from, below }: MovementList,
  { epoch, kind, before, limit }: MovementPage & { kind: number },
) {
  const range = { from, below, before, order: "desc", limit } as const;
  return db.selectFrom(itemsOf(db, { epoch, addressId, kind }, range).as("place"));
}

function wrapped(places: ReturnType<typeof placesOf>) {
  return places
    .innerJoin("coin_wrap as wrap", (join) =>
      join.onRef("wrap.position", "=", "place.position").onRef("wrap.log_index", "=", "place.item"),
    )
    .select([...PLACE, "token_id"])
    .select([sql<Uint8Array | null>`null`.as("token_number"), "value"])
    .select([
      sql<number | null>`case when ${isFlag("wrapped", false)} then holder_id end`.as("from_id"),
      sql<number | null>`case when ${isFlag("wrapped", true)} then holder_id end`.as("to_id"),
    ]);
}
