import type { PrimaryDb } from "../db";
import { CHAIN, type ChainCode, dagPosition } from "../rows/columns";
import { rangeOfTimes } from "./block";
import type { PositionRange } from "./position";

/**
 * Positions of all transactions with `start` ≤ time < `end` (unix seconds), in the order of the list. X transactions
 * from before linearisation have the node's times, so they are a range of their own.
 */
export async function txRangesOfTimes(
  db: PrimaryDb,
  chain: ChainCode,
  times: { start: number | undefined; end: number | undefined; order: "asc" | "desc" },
): Promise<PositionRange[]> {
  const blocks = await rangeOfTimes(db, chain, times);
  const newest = chain === CHAIN.x ? await readLastOfGraph(db) : undefined;
  if (newest === undefined) return [blocks];
  const end = newest.position + 1;
  const graph = {
    from: times.start === undefined ? dagPosition(0) : await firstOfGraphAt(db, times.start, end),
    below: times.end === undefined ? end : await firstOfGraphAt(db, times.end, end),
    order: times.order,
  };
  return times.order === "asc" ? [graph, blocks] : [blocks, graph];
}

/** The newest transaction from before linearisation. */
export async function readLastOfGraph(db: PrimaryDb): Promise<{ position: number } | undefined> {
  return db
    .selectFrom("tx")
    .select("position")
    .where("chain", "=", CHAIN.x)
    .where("position", ">=", dagPosition(0))
    .where("position", "<", 0)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
}

/**
 * The first position in the graph accepted at `time` or later; `end`, the position after the last one, when there is
 * none. A binary search: the node numbered transactions in order of acceptance, and there is no index by time.
 */
export async function firstOfGraphAt(db: PrimaryDb, time: number, end: number): Promise<number> {
  let [low, high] = [dagPosition(0), end];
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    const row = await db
      .selectFrom("tx")
      .select(["position", "time"])
      .where("chain", "=", CHAIN.x)
      .where("position", ">=", middle)
      .where("position", "<", high)
      .orderBy("position")
      .limit(1)
      .executeTakeFirst();
    if (row === undefined || row.time >= time) high = middle;
    else low = row.position + 1;
  }
  return low;
}
