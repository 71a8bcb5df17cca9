import { commit, type UsageDb } from "../../db";
import { addDurations, type Durations } from "../../rows/durations";
import type { UsageTable } from "../../tables/usage";

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
/** Stretches that are kept, the shortest first, and for how many seconds; then they become one of the next kind. */
const KEPT = [
  { step: MINUTE, for: 2 * DAY },
  { step: HOUR, for: 60 * DAY },
  { step: DAY, for: 1_100 * DAY },
] as const;

/** Rows are written in parts of this many, for the parameters of a statement. */
const ROWS_AT_ONCE = 500;

/** Writes what one process has counted in some minutes, in place of what it had written of them. */
export async function writeUsage(db: UsageDb, rows: readonly UsageTable[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await db
      .insertInto("usage")
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(["step", "at", "writer", "key", "route", "chain", "status"]).doUpdateSet((eb) => ({
          requests: eb.ref("excluded.requests"),
          credits: eb.ref("excluded.credits"),
          durations: eb.ref("excluded.durations"),
        })),
      )
      .execute();
}

/** Requests in a span of time (unix seconds), of one key or of all. A stretch counts where it begins. */
export async function listUsage(
  db: UsageDb,
  { from, before, key }: { from: number; before: number; key?: string | undefined },
): Promise<UsageTable[]> {
  const rows: UsageTable[] = [];
  for (const { step } of KEPT) rows.push(...(await listStep(db, { step, from, before, key })));
  return rows;
}

/**
 * Makes hours of minutes that are old, and days of hours, and deletes what is too old, one stretch at a time. Several
 * processes may do so at once.
 */
export async function thinUsage(db: UsageDb, now: number): Promise<void> {
  for (const [i, { step, for: kept }] of KEPT.entries()) {
    const longer = KEPT[i + 1];
    while (await commit(db, (trx) => thinOne(trx, { step, longer: longer?.step, until: now - kept }))) {}
  }
}

/** @returns whether there may be more */
async function thinOne(
  db: UsageDb,
  { step, longer, until }: { step: number; longer: number | undefined; until: number },
): Promise<boolean> {
  const oldest = await db
    .selectFrom("usage")
    .select("at")
    .where("step", "=", step)
    .orderBy("at")
    .limit(1)
    .executeTakeFirst();
  const length = longer ?? step;
  const at = oldest && Math.floor(oldest.at / length) * length;
  if (at === undefined || at + length > until) return false;
  const within = { from: at, before: at + length };
  const rows = longer === undefined ? [] : await listStep(db, { step, ...within });
  const sums = addUp(rows).map((row) => ({ ...row, step: length, at, writer: "" }));
  for (let from = 0; from < sums.length; from += ROWS_AT_ONCE)
    await db
      .insertInto("usage")
      .values(sums.slice(from, from + ROWS_AT_ONCE))
      // Another process has just done the same.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await db
    .deleteFrom("usage")
    .where("step", "=", step)
    .where("at", ">=", within.from)
    .where("at", "<", within.before)
    .execute();
  return true;
}

function listStep(
  db: UsageDb,
  { step, from, before, key }: { step: number; from: number; before: number; key?: string | undefined },
): Promise<UsageTable[]> {
  return db
    .selectFrom("usage")
    .selectAll()
    .where("step", "=", step)
    .where("at", ">=", from)
    .where("at", "<", before)
    .$if(key !== undefined, (query) => query.where("key", "=", key ?? ""))
    .execute();
}

type Kind = Pick<UsageTable, "key" | "route" | "chain" | "status">;

/** One row for requests of one kind. */
function addUp(
  rows: readonly UsageTable[],
): (Kind & Pick<UsageTable, "requests" | "credits" | "durations">)[] {
  const sums = new Map<string, Kind & { requests: number; credits: number; durations: Durations }>();
  for (const { key, route, chain, status, requests, credits, durations } of rows) {
    const kind = JSON.stringify([key, route, chain, status]);
    const sum = sums.get(kind) ?? { key, route, chain, status, requests: 0, credits: 0, durations: {} };
    sum.requests += requests;
    sum.credits += credits;
    addDurations(sum.durations, JSON.parse(durations) as Durations);
    sums.set(kind, sum);
  }
  return [...sums.values()].map((sum) => ({ ...sum, durations: JSON.stringify(sum.durations) }));
}
