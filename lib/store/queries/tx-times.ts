import type { PrimaryDb } from "../db";
import { CHAIN, type ChainCode, dagPosition, positionOf } from "../rows/columns";
import { rangeOfTimes } from "./block";
import { listLiveSpans } from "./live-span";
import type { PositionRange } from "./position";

/** `start` ≤ time < `end`, unix seconds. */
interface Times {
  start: number | undefined;
  end: number | undefined;
}

/**
 * Positions of all transactions with `start` ≤ time < `end` (unix seconds), in the order of the list. Of X transactions
 * from before linearisation those are in it that certainly are: where their time is not known, it is before both the
 * time at which the node accepted them and that of the first block, and after nothing but the genesis.
 */
export async function* txRangesOfTimes(
  db: PrimaryDb,
  chain: ChainCode,
  { order, ...times }: Times & { order: "asc" | "desc" },
): AsyncGenerator<PositionRange> {
  if (order === "desc") yield await rangeOfTimes(db, chain, { ...times, order });
  const newest = chain === CHAIN.x ? await readLastOfGraph(db) : undefined;
  if (newest !== undefined) {
    const ranges = await graphRangesOfTimes(db, times, newest.position + 1);
    for (const range of order === "asc" ? ranges : ranges.reverse()) yield { ...range, order };
  }
  if (order === "asc") yield await rangeOfTimes(db, chain, { ...times, order });
}

type GraphRange = Omit<PositionRange, "order">;

/** The same in the graph, whose last position is before `end`. */
async function graphRangesOfTimes(db: PrimaryDb, times: Times, end: number): Promise<GraphRange[]> {
  const firstBlock = (await readFirstBlockTimeOfX(db)) ?? Number.POSITIVE_INFINITY;
  const isAllBefore = times.end === undefined || times.end > firstBlock;
  const below = times.end ?? Number.MAX_SAFE_INTEGER / 1_000;
  const start = times.start ?? 0;
  if (start <= ((await readGenesisTime(db)) ?? 0))
    return [{ from: dagPosition(0), below: isAllBefore ? end : await firstOfGraphAt(db, below, end) }];
  const ranges: GraphRange[] = [];
  for (const span of await listLiveSpans(db, { from: start, below: Math.min(below, firstBlock + 1) }))
    ranges.push({
      from: await firstOfGraphAt(db, Math.max(start, span.from), end),
      below: await firstOfGraphAt(db, Math.min(below, span.to + 1, firstBlock + 1), end),
    });
  return ranges;
}

/**
 * Whether it is known what had happened in the graph at a time (unix seconds): there was none yet, or none any more,
 * or the node was live.
 */
export async function isGraphKnownAt(db: PrimaryDb, time: number): Promise<boolean> {
  if ((await readLastOfGraph(db)) === undefined) return true;
  if (time >= ((await readFirstBlockTimeOfX(db)) ?? Number.POSITIVE_INFINITY)) return true;
  if (time <= ((await readGenesisTime(db)) ?? 0)) return true;
  const spans = await listLiveSpans(db, { from: time, below: time + 1 });
  return spans.some(({ from, to }) => from <= time && time <= to);
}

/** Time of the P-Chain's genesis, unix seconds; undefined where it is not known. */
export async function readGenesisTime(db: PrimaryDb): Promise<number | undefined> {
  const row = await db
    .selectFrom("tx")
    .select("time")
    .where("chain", "=", CHAIN.p)
    .where("position", "<", positionOf(1, 0))
    .limit(1)
    .executeTakeFirst();
  return row?.time;
}

async function readFirstBlockTimeOfX(db: PrimaryDb): Promise<number | undefined> {
  const row = await db
    .selectFrom("block")
    .select("time")
    .where("chain", "=", CHAIN.x)
    .orderBy("height")
    .limit(1)
    .executeTakeFirst();
  return row?.time;
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
 * The first position in the graph that the node accepted at `time` or later, live or not; `end`, the position after the
 * last one, when there is none. A binary search: the node numbered transactions in order of acceptance, and there is no
 * index by time.
 */
export async function firstOfGraphAt(db: PrimaryDb, time: number, end: number): Promise<number> {
  let low = dagPosition(0);
  let high = end;
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
