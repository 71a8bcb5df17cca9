import type { PrimaryDb } from "../db";
import { CHAIN, type ChainCode, dagPosition, positionOf, UNKNOWN_TIME } from "../rows/columns";
import { firstOfGraphAt, readGenesisTime, readLastOfGraph } from "./tx-times";

/** A cut through history at a chain time: on each chain, everything below these positions had happened. */
export interface Cut {
  /** Unix seconds. */
  time: number;
  below: Record<ChainCode, number>;
}

/** The position of each chain after its last block with a time of at most `time`. */
export async function readCut(db: PrimaryDb, time: number): Promise<Cut> {
  const below = (chain: ChainCode) => firstPositionAt(db, chain, time + 1);
  return {
    time,
    below: {
      [CHAIN.p]: await below(CHAIN.p),
      [CHAIN.x]: await below(CHAIN.x),
      [CHAIN.c]: await below(CHAIN.c),
    },
  };
}

/**
 * The first position on a chain at `time` or later; above all positions when there is none. The X-Chain's graph, whose
 * times are the node's own, counts as before the chain's first block whatever those times say. Within the graph the
 * answer is an order and no fact, unless `isGraphKnownAt`.
 */
export async function firstPositionAt(db: PrimaryDb, chain: ChainCode, time: number): Promise<number> {
  const block = await db
    .selectFrom("block")
    .select("height")
    .where("chain", "=", chain)
    .where("time", ">=", time)
    .orderBy("time")
    .orderBy("height")
    .limit(1)
    .executeTakeFirst();
  const position = block === undefined ? Number.MAX_SAFE_INTEGER : positionOf(block.height, 0);
  if (chain !== CHAIN.x || (await hasBlockBefore(db, chain, position))) return position;
  const newest = await readLastOfGraph(db);
  if (newest === undefined) return position;
  const end = newest.position + 1;
  const first = await firstOfGraphAt(db, time, end);
  return first === end ? position : Math.max(first, dagPosition(0));
}

async function hasBlockBefore(db: PrimaryDb, chain: ChainCode, position: number): Promise<boolean> {
  const first = await readEdge(db, chain, "asc");
  return first !== undefined && positionOf(first.height, 0) < position;
}

/** Time of the newest block of a chain, unix seconds; undefined while it has none, or where that is not known. */
export async function readHeadTime(db: PrimaryDb, chain: ChainCode): Promise<number | undefined> {
  const time = (await readEdge(db, chain, "desc"))?.time;
  return time === UNKNOWN_TIME ? undefined : time;
}

/** The first time that a stored block of a chain has, unix seconds; undefined while none has one. */
export async function readFirstBlockTime(db: PrimaryDb, chain: ChainCode): Promise<number | undefined> {
  const row = await db
    .selectFrom("block")
    .select("time")
    .where("chain", "=", chain)
    .where("time", ">", UNKNOWN_TIME)
    .orderBy("time")
    .limit(1)
    .executeTakeFirst();
  return row?.time;
}

/** Chain time at which the store begins: that of the genesis, or of the first block where that is unknown. */
export async function readFirstTime(db: PrimaryDb): Promise<number | undefined> {
  return (await readGenesisTime(db)) ?? (await readFirstBlockTime(db, CHAIN.p));
}

async function readEdge(
  db: PrimaryDb,
  chain: ChainCode,
  order: "asc" | "desc",
): Promise<{ height: number; time: number } | undefined> {
  return db
    .selectFrom("block")
    .select(["height", "time"])
    .where("chain", "=", chain)
    .orderBy("height", order)
    .limit(1)
    .executeTakeFirst();
}
