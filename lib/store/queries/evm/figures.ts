import type { EvmDb } from "../../db";
import { heightOf, positionOf } from "../../rows/columns";
import { inTuples, setOf } from "../../sql/expressions";
import type { ActivePeriodTable, ChainActivityTable } from "../../tables/evm/activity";
import type { TokenTable } from "../../tables/evm/tokens";
import { inParts } from "../by-key";

/** The two sides of a transaction or of a movement of tokens, by number. */
export interface MetParties {
  from: number;
  to: number | null;
}

/** Height of the first block in the `seconds` up to a block, or to the last one; undefined while there is none. */
export async function findFirstHeightSince(
  db: EvmDb,
  seconds: number,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<number | undefined> {
  const last = await findChainEnd(db, upTo);
  return last && findFirstHeightFrom(db, last.time - seconds + 1);
}

/** Both sides of everything in some blocks from a height on, and the height after them if there are more. */
export async function listParties(
  db: EvmDb,
  { height, blocks: limit }: { height: number; blocks: number },
): Promise<{ blocks: { time: number; parties: MetParties[] }[]; next: number | undefined }> {
  const found = await db
    .selectFrom("block")
    .select(["height", "time"])
    .where("height", ">=", height)
    .orderBy("height")
    .limit(limit)
    .execute();
  const blocks = new Map(found.map(({ height, time }) => [height, { time, parties: [] as MetParties[] }]));
  const end = (found.at(-1)?.height ?? height) + 1;
  for (const table of ["transaction", "token_transfer"] as const) {
    const rows = await db
      .selectFrom(table)
      .select(["position", "from_id as from", "to_id as to"])
      .where("position", ">=", positionOf(height, 0))
      .where("position", "<", positionOf(end, 0))
      .execute();
    for (const { position, from, to } of rows) blocks.get(heightOf(position))?.parties.push({ from, to });
  }
  return { blocks: [...blocks.values()], next: found.length === limit ? end : undefined };
}

/** What the next blocks add to: the last block, its time (unix seconds; ms since Granite) and the transactions so far. */
export interface ChainEnd {
  height: number;
  time: number;
  time_ms: number | null;
  tx_total: number;
}

/** The last block, up to a height; undefined while there is none. */
export function findChainEnd(db: EvmDb, upTo = Number.MAX_SAFE_INTEGER): Promise<ChainEnd | undefined> {
  return db
    .selectFrom("block")
    .select(["height", "time", "time_ms", "tx_total"])
    .where("height", "<=", upTo)
    .orderBy("height", "desc")
    .limit(1)
    .executeTakeFirst();
}

type BlockTime = Pick<ChainEnd, "time" | "time_ms">;

/**
 * At least a millisecond where both blocks have milliseconds; otherwise a second or more. A second for the first block.
 */
export function msBetween(before: BlockTime | undefined, after: BlockTime): number {
  if (before === undefined) return 1_000;
  if (before.time_ms !== null && after.time_ms !== null) return Math.max(1, after.time_ms - before.time_ms);
  return Math.max(1, after.time - before.time) * 1_000;
}

type Span = Pick<ChainActivityTable, "hours" | "start_hour">;

/** One text for an hour or a day. */
export function spanKey({ hours, start_hour }: Span): string {
  return `${hours}/${start_hour}`;
}

/** Stored hours and days that a batch adds to; unknown ones are left out. */
export function findActivity(db: EvmDb, spans: readonly Span[]): Promise<ChainActivityTable[]> {
  return inParts(db, spans, (part) => {
    return db
      .selectFrom("chain_activity")
      .selectAll()
      .where(
        inTuples(
          ["hours", "start_hour"],
          part.map(({ hours, start_hour }) => [hours, start_hour]),
        ),
      )
      .execute();
  });
}

type Period = Pick<ActivePeriodTable, "unit" | "start_hour">;

/** One text for a week or a month. */
export function periodKey({ unit, start_hour }: Period): string {
  return `${unit}/${start_hour}`;
}

/** Stored weeks and months that a batch adds to; unknown ones are left out. */
export function findActivePeriods(db: EvmDb, periods: readonly Period[]): Promise<ActivePeriodTable[]> {
  return inParts(db, periods, (part) => {
    return db
      .selectFrom("active_period")
      .selectAll()
      .where(
        inTuples(
          ["unit", "start_hour"],
          part.map(({ unit, start_hour }) => [unit, start_hour]),
        ),
      )
      .execute();
  });
}

export function findTokens(db: EvmDb, tokenIds: readonly number[]): Promise<TokenTable[]> {
  return inParts(db, tokenIds, (part) =>
    db.selectFrom("token").selectAll().where("token_id", "in", setOf(part)).execute(),
  );
}

/** Height of the first block at or after a time (unix seconds). */
export async function findFirstHeightFrom(db: EvmDb, time: number): Promise<number | undefined> {
  const first = await db
    .selectFrom("block")
    .select("height")
    .where("time", ">=", time)
    .orderBy("time")
    .orderBy("height")
    .limit(1)
    .executeTakeFirst();
  return first?.height;
}
