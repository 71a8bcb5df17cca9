import type { EvmDb } from "../../db";
import { sumOf } from "../../sql/computed";
import type { ActivePeriodTable, ChainActivityTable } from "../../tables/evm/activity";

const SECONDS_PER_DAY = 86_400;
const HOURS_PER_DAY = 24;

/** A UTC day that has blocks. */
export interface ChainDay {
  /** Unix seconds at which it begins. */
  start: number;
  /** In its blocks. */
  transactions: number;
  /** From the last block before it to its own last block; on the first day from its first block. */
  seconds: number;
  /** Transactions of the chain up to its last block. */
  total: number;
}

/** Days from `from` on and below `before` (unix seconds at which they begin), newest first. */
export async function listDays(
  db: EvmDb,
  { from, before, limit }: { from: number; before: number | undefined; limit: number },
): Promise<ChainDay[]> {
  const days: ChainDay[] = [];
  const end =
    before === undefined ? Number.MAX_SAFE_INTEGER : Math.ceil(before / SECONDS_PER_DAY) * SECONDS_PER_DAY;
  let last = await findLastBefore(db, end);
  while (last !== undefined && days.length < limit) {
    const start = last.time - (last.time % SECONDS_PER_DAY);
    if (start < from) break;
    const previous = await findLastBefore(db, start);
    const since = previous?.time ?? (await findFirstTime(db)) ?? last.time;
    days.push({
      start,
      transactions: last.tx_total - (previous?.tx_total ?? 0),
      seconds: Math.max(1, last.time - since),
      total: last.tx_total,
    });
    last = previous;
  }
  return days;
}

/** The last block before a time. */
export function findLastBefore(
  db: EvmDb,
  time: number,
): Promise<{ height: number; time: number; tx_total: number } | undefined> {
  return db
    .selectFrom("block")
    .select(["height", "time", "tx_total"])
    .where("time", "<", time)
    .orderBy("time", "desc")
    .orderBy("height", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Of the first block. */
export async function findFirstTime(db: EvmDb): Promise<number | undefined> {
  const first = await db.selectFrom("block").select("time").orderBy("height").limit(1).executeTakeFirst();
  return first?.time;
}

/** When the newest block was stored, unix ms; undefined while there is none. */
export async function findLastStoredAt(db: EvmDb): Promise<number | undefined> {
  const last = await db
    .selectFrom("block")
    .select("stored_at_ms")
    .orderBy("height", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.stored_at_ms;
}

/** Hours (`hours` 1) or days (24) that begin at `from` or later and before `before` (unix hours), newest first. */
export function listActivity(
  db: EvmDb,
  { hours, from, before, limit }: { hours: number; from: number; before: number; limit: number },
): Promise<ChainActivityTable[]> {
  return db
    .selectFrom("chain_activity")
    .selectAll()
    .where("hours", "=", hours)
    .where("start_hour", ">=", from)
    .where("start_hour", "<", before)
    .orderBy("start_hour", "desc")
    .limit(limit)
    .execute();
}

/** Distinct addresses of weeks or months that begin at `from` or later and before `before` (unix hours), newest first. */
export function listActivePeriods(
  db: EvmDb,
  unit: number,
  { from, before, limit }: { from: number; before: number; limit: number },
): Promise<ActivePeriodTable[]> {
  return db
    .selectFrom("active_period")
    .selectAll()
    .where("unit", "=", unit)
    .where("start_hour", ">=", from)
    .where("start_hour", "<", before)
    .orderBy("start_hour", "desc")
    .limit(limit)
    .execute();
}

/** Columns that are counted from genesis on. */
export type Cumulated = "contracts" | "new_addresses" | "new_deployers";

/** The sum over the days that begin before an hour (unix hours). */
export async function sumDaysBefore(db: EvmDb, column: Cumulated, hour: number): Promise<number> {
  const row = await db
    .selectFrom("chain_activity")
    .select(sumOf(column).as("sum"))
    .where("hours", "=", HOURS_PER_DAY)
    .where("start_hour", "<", hour)
    .executeTakeFirstOrThrow();
  return row.sum;
}
