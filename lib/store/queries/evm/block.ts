import type { EvmDb } from "../../db";
import { positionOf } from "../../rows/columns";
import { setOf } from "../../sql/expressions";
import type { EvmBlockTable } from "../../tables/evm/chain";
import { inParts } from "../by-key";
import { cutFound, type Found, findLastLookedAt } from "../found";

/** Newest blocks below a height, down to another. */
export function listBlocks(
  db: EvmDb,
  { from, below, limit }: { from?: number; below: number | undefined; limit: number },
): Promise<EvmBlockTable[]> {
  let query = db.selectFrom("block").selectAll().orderBy("height", "desc").limit(limit);
  if (from !== undefined) query = query.where("height", ">=", from);
  if (below !== undefined) query = query.where("height", "<", below);
  return query.execute();
}

/** Blocks with at least this many transactions, and this share of their gas limit used. */
export interface BlockFilter {
  leastTxs?: number | undefined;
  /** Whole percent. */
  leastPercent?: number | undefined;
}

/** The newest blocks of a filter below a height, down to another. */
export async function searchBlocks(
  db: EvmDb,
  search: { filter: BlockFilter; from: number; below: number; limit: number },
): Promise<Found<EvmBlockTable>> {
  const { filter, from, below, limit } = search;
  const { leastTxs, leastPercent } = filter;
  const newest = db.selectFrom("block").where("height", "<", below).orderBy("height", "desc");
  const isAll = leastTxs === undefined && leastPercent === undefined;
  const last = isAll
    ? undefined
    : await findLastLookedAt(newest.where("height", ">=", from).select("height"));
  const lowest = last?.height ?? from;
  let query = newest.where("height", ">=", lowest);
  if (leastTxs !== undefined) query = query.where("tx_count", ">=", leastTxs);
  if (leastPercent !== undefined)
    query = query.where((eb) => eb(eb("gas_used", "*", 100), ">=", eb("gas_limit", "*", leastPercent)));
  const rows = await query
    .selectAll()
    .limit(limit + 1)
    .execute();
  return cutFound(rows, {
    limit,
    left: lowest > from ? lowest : undefined,
    positionOf: ({ height }) => height,
  });
}

/** The first stored block. */
export function findFirstBlock(db: EvmDb): Promise<EvmBlockTable | undefined> {
  return db.selectFrom("block").selectAll().orderBy("height").limit(1).executeTakeFirst();
}

/** A block by height. */
export function readBlock(db: EvmDb, height: number): Promise<EvmBlockTable | undefined> {
  return db.selectFrom("block").selectAll().where("height", "=", height).executeTakeFirst();
}

/** The raw transactions of a block, as `block_body` holds them; undefined when it has none. */
export async function readBody(db: EvmDb, height: number): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom("block_body")
    .select("bytes")
    .where("height", "=", height)
    .executeTakeFirst();
  return row?.bytes;
}

/** The same of many blocks, by height. */
export async function readBodies(db: EvmDb, heights: readonly number[]): Promise<Map<number, Uint8Array>> {
  const rows = await inParts(db, [...new Set(heights)], (part) =>
    db.selectFrom("block_body").selectAll().where("height", "in", setOf(part)).execute(),
  );
  return new Map(rows.map(({ height, bytes }) => [height, bytes]));
}

/** The first block whose header settles a block; undefined while none does. Since Helicon it is a later block. */
export function findSettlingBlock(db: EvmDb, height: number): Promise<EvmBlockTable | undefined> {
  return db
    .selectFrom("block")
    .selectAll()
    .where("height", ">", height)
    .where("settled_height", ">=", height)
    .orderBy("height")
    .limit(1)
    .executeTakeFirst();
}

/** Heights of blocks whose receipts a later header vouches for, above one height and up to another. */
export async function listSettledLater(db: EvmDb, above: number, upTo: number): Promise<number[]> {
  const rows = await db
    .selectFrom("block")
    .select("height")
    .where("height", ">", above)
    .where("height", "<=", upTo)
    .where("settled_height", "is not", null)
    .orderBy("height")
    .execute();
  return rows.map(({ height }) => height);
}

/** Stored blocks that the last header has not settled, with their transactions' hashes. Empty before Helicon. */
export async function findUnsettledBlocks(db: EvmDb): Promise<{ height: number; txHashes: Uint8Array[] }[]> {
  const last = await db
    .selectFrom("block")
    .select("settled_height")
    .orderBy("height", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last?.settled_height == null) return [];
  const blocks = await db
    .selectFrom("block")
    .select("height")
    .where("height", ">", last.settled_height)
    .where("settled_height", "is not", null)
    .orderBy("height")
    .execute();
  return Promise.all(
    blocks.map(async ({ height }) => {
      const rows = await db
        .selectFrom("transaction")
        .select("hash")
        .where("position", ">=", positionOf(height, 0))
        .where("position", "<", positionOf(height + 1, 0))
        .orderBy("position")
        .execute();
      return { height, txHashes: rows.map(({ hash }) => hash) };
    }),
  );
}
