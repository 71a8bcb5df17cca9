import { equalBytes } from "../../avalanche/codec/bytes";
import type { PrimaryDb } from "../db";
import { type ChainCode, heightOf, positionOf } from "../rows/columns";
import { rowCount } from "../sql/computed";
import { setOf } from "../sql/expressions";
import type { BlockTable } from "../tables/chain";
import { findPositions } from "./hash";
import type { PositionRange } from "./position";

/** The block at a height. */
export async function readBlock(
  db: PrimaryDb,
  chain: ChainCode,
  height: number,
): Promise<BlockTable | undefined> {
  return db
    .selectFrom("block")
    .selectAll()
    .where("chain", "=", chain)
    .where("height", "=", height)
    .executeTakeFirst();
}

/** The block of an inner block id, or of a container id. */
export async function findBlock(
  db: PrimaryDb,
  id: Uint8Array,
  place: { chain: ChainCode; kind: "block" | "container" },
): Promise<BlockTable | undefined> {
  for (const position of await findPositions(db, id, place)) {
    const block = await readBlock(db, place.chain, heightOf(position));
    if (block && equalBytes(place.kind === "block" ? block.block_id : block.container_id, id)) return block;
  }
  return undefined;
}

/** Blocks of some heights, by height. */
export async function readBlocks(
  db: PrimaryDb,
  chain: ChainCode,
  heights: readonly number[],
): Promise<Map<number, BlockTable>> {
  const rows = await db
    .selectFrom("block")
    .selectAll()
    .where("chain", "=", chain)
    .where("height", "in", setOf(heights))
    .execute();
  return new Map(rows.map((row) => [row.height, row]));
}

/** Blocks with positions in the range, newest first. */
export async function listBlocks(
  db: PrimaryDb,
  chain: ChainCode,
  list: { range: PositionRange; limit: number },
): Promise<BlockTable[]> {
  return db
    .selectFrom("block")
    .selectAll()
    .where("chain", "=", chain)
    .where("height", ">=", heightOf(list.range.from))
    .where("height", "<", heightOf(list.range.below))
    .orderBy("height", "desc")
    .limit(list.limit)
    .execute();
}

/** Blocks with positions in the range that a node proposed, newest first. */
export async function listBlocksOfNode(
  db: PrimaryDb,
  chain: ChainCode,
  list: { nodeId: Uint8Array; range: PositionRange; limit: number },
): Promise<BlockTable[]> {
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
 * ranges of heights.
 */
export async function rangeOfTimes(
  db: PrimaryDb,
  chain: ChainCode,
  times: { start: number | undefined; end: number | undefined; order: "asc" | "desc" },
): Promise<PositionRange> {
  const firstPosition = async (time: number) => {
    const row = await db
      .selectFrom("block")
      .select("height")
      .where("chain", "=", chain)
      .where("time", ">=", time)
      .orderBy("time")
      .orderBy("height")
      .limit(1)
      .executeTakeFirst();
    return row === undefined ? END : positionOf(row.height, 0);
  };
  return {
    from: times.start === undefined ? START : await firstPosition(times.start),
    below: times.end === undefined ? END : await firstPosition(times.end),
    order: times.order,
  };
}

/** Lists begin with the first accepted block: none holds transactions of the genesis (height 0). */
const START = positionOf(1, 0);
/** Above every position. */
const END = Number.MAX_SAFE_INTEGER;
