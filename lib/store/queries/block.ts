import { equalBytes } from "../../avalanche/codec/bytes";
import type { PrimaryDb } from "../db";
import { type CHAIN, type ChainCode, heightOf, positionOf, UNKNOWN_TIME } from "../rows/columns";
import { rowCount } from "../sql/computed";
import { setOf } from "../sql/expressions";
import type { BlockTable } from "../tables/chain";
import { cutFound, type Found, findLastLookedAt } from "./found";
import { findPositions } from "./hash";
import type { PositionRange } from "./position";

/** A block with its time as far as it is known: null only on P, before Banff. */
export type BlockRow<Chain extends ChainCode = ChainCode> = Omit<BlockTable, "time"> & {
  time: Chain extends typeof CHAIN.p ? number | null : number;
};

/** The block at a height. */
export async function readBlock<Chain extends ChainCode>(
  db: PrimaryDb,
  chain: Chain,
  height: number,
): Promise<BlockRow<Chain> | undefined> {
  const row = await db
    .selectFrom("block")
    .selectAll()
    .where("chain", "=", chain as ChainCode)
    .where("height", "=", height)
    .executeTakeFirst();
  return row && withKnownTime(row);
}

/** A block, without a time that is not known. */
export function withKnownTime<Chain extends ChainCode>(row: BlockTable): BlockRow<Chain> {
  return { ...row, time: (row.time === UNKNOWN_TIME ? null : row.time) as BlockRow<Chain>["time"] };
}

/** The block of an inner block id, or of a container id. */
export async function findBlock<Chain extends ChainCode>(
  db: PrimaryDb,
  id: Uint8Array,
  place: { chain: Chain; kind: "block" | "container" },
): Promise<BlockRow<Chain> | undefined> {
  for (const position of await findPositions(db, id, place)) {
    const block = await readBlock(db, place.chain, heightOf(position));
    if (block && equalBytes(place.kind === "block" ? block.block_id : block.container_id, id)) return block;
  }
  return undefined;
}

/** Blocks of some heights, by height. */
export async function readBlocks<Chain extends ChainCode>(
  db: PrimaryDb,
  chain: Chain,
  heights: readonly number[],
): Promise<Map<number, BlockRow<Chain>>> {
  const rows = await db
    .selectFrom("block")
    .selectAll()
    .where("chain", "=", chain as ChainCode)
    .where("height", "in", setOf(heights))
    .execute();
  return new Map(rows.map((row) => [row.height, withKnownTime(row)]));
}

/** Blocks with positions in the range, newest first. */
export async function listBlocks(
  db: PrimaryDb,
  chain: ChainCode,
  list: { range: PositionRange; limit: number },
): Promise<BlockRow[]> {
  const rows = await db
    .selectFrom("block")
    .selectAll()
    .where("chain", "=", chain)
    .where("height", ">=", heightOf(list.range.from))
    .where("height", "<", heightOf(list.range.below))
    .orderBy("height", "desc")
    .limit(list.limit)
    .execute();
  return rows.map((row) => withKnownTime(row));
}

/** Blocks with at least this many transactions and bytes. */
export interface BlockFilter {
  leastTxs?: number | undefined;
  leastBytes?: number | undefined;
}

/** Blocks of a filter with positions in the range, newest first. */
export async function searchBlocks(
  db: PrimaryDb,
  chain: ChainCode,
  search: { filter: BlockFilter; range: PositionRange; limit: number },
): Promise<Found<BlockRow>> {
  const { range, limit } = search;
  const { leastTxs, leastBytes } = search.filter;
  const from = heightOf(range.from);
  const newest = db
    .selectFrom("block")
    .where("chain", "=", chain)
    .where("height", "<", heightOf(range.below))
    .orderBy("height", "desc");
  const isAll = leastTxs === undefined && leastBytes === undefined;
  const last = isAll
    ? undefined
    : await findLastLookedAt(newest.where("height", ">=", from).select("height"));
  const lowest = last?.height ?? from;
  let query = newest.where("height", ">=", lowest);
  if (leastTxs !== undefined) query = query.where("tx_count", ">=", leastTxs);
  if (leastBytes !== undefined) query = query.where("size", ">=", leastBytes);
  const rows = await query
    .selectAll()
    .limit(limit + 1)
    .execute();
  return cutFound(
    rows.map((row) => withKnownTime(row)),
    {
      limit,
      left: lowest > from ? positionOf(lowest, 0) : undefined,
      positionOf: ({ height }) => positionOf(height, 0),
    },
  );
}

/** Blocks with positions in the range that a node proposed, newest first. */
export async function listBlocksOfNode(
  db: PrimaryDb,
  chain: ChainCode,
  list: { nodeId: Uint8Array; range: PositionRange; limit: number },
): Promise<BlockRow[]> {
  // Only heights are in the index: selecting whole rows makes the engine walk over every block.
  const found = await db
    .selectFrom("block")
    .select("height")
    .where("proposer_node_id", "=", list.nodeId)
    .where("chain", "=", chain)
    .where("height", ">=", heightOf(list.range.from))
    .where("height", "<", heightOf(list.range.below))
    .orderBy("height", "desc")
    .limit(list.limit)
    .execute();
  const heights = found.map(({ height }) => height);
  const blocks = await readBlocks(db, chain, heights);
  return heights.flatMap((height) => blocks.get(height) ?? []);
}

/** How many blocks of a chain a node proposed with `from` ≤ time < `before` (unix seconds). */
export async function countBlocksOfNode(
  db: PrimaryDb,
  chain: ChainCode,
  { nodeId, ...times }: { nodeId: Uint8Array; start: number | undefined; end: number | undefined },
): Promise<number> {
  const range = await rangeOfTimes(db, chain, { ...times, order: "asc" });
  const row = await db
    .selectFrom("block")
    .select(rowCount.as("count"))
    .where("proposer_node_id", "=", nodeId)
    .where("chain", "=", chain)
    .where("height", ">=", heightOf(range.from))
    .where("height", "<", heightOf(range.below))
    .executeTakeFirst();
  return row?.count ?? 0;
}

/**
 * Positions of all blocks with `start` ≤ time < `end` (unix seconds). Chain time never runs backwards, so times are
 * ranges of heights. Blocks without a known time are before the first one with a time, and after nothing but the genesis:
 * they are in a range that ends later than that one, and in none with a start.
 */
export async function rangeOfTimes(
  db: PrimaryDb,
  chain: ChainCode,
  times: { start: number | undefined; end: number | undefined; order: "asc" | "desc" },
): Promise<PositionRange> {
  const first = await firstHeightAt(db, chain, UNKNOWN_TIME + 1);
  const positionAt = async (time: number) => {
    const height = await firstHeightAt(db, chain, time);
    return height === undefined ? END : positionOf(height, 0);
  };
  const isBeforeAll = times.end !== undefined && first === (await firstHeightAt(db, chain, times.end));
  return {
    from: times.start === undefined ? START : await positionAt(times.start),
    below: isBeforeAll ? START : times.end === undefined ? END : await positionAt(times.end),
    order: times.order,
  };
}

/** Height of the first block at `time` or later. */
async function firstHeightAt(db: PrimaryDb, chain: ChainCode, time: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("block")
    .select("height")
    .where("chain", "=", chain)
    .where("time", ">=", time)
    .orderBy("time")
    .orderBy("height")
    .limit(1)
    .executeTakeFirst();
  return row?.height;
}

/** Lists begin with the first accepted block: none holds transactions of the genesis (height 0). */
const START = positionOf(1, 0);
/** Above every position. */
const END = Number.MAX_SAFE_INTEGER;
