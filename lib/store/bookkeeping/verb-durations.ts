import type { PrimaryDb } from "../db";
import type { VerbDurationTable } from "../tables/bookkeeping";

/** Replaces what is said of each verb. */
export async function writeVerbDurations(
  db: PrimaryDb,
  durations: readonly VerbDurationTable[],
): Promise<void> {
  if (durations.length === 0) return;
  await db
    .insertInto("verb_duration")
    .values([...durations])
    .onConflict((conflict) =>
      conflict.column("verb").doUpdateSet(({ ref }) => ({
        count: ref("excluded.count"),
        total_ms: ref("excluded.total_ms"),
      })),
    )
    .execute();
}

/** What is said of each verb; nothing before an indexer worked. */
export async function readVerbDurations(db: PrimaryDb): Promise<VerbDurationTable[]> {
  return db.selectFrom("verb_duration").selectAll().orderBy("verb").execute();
}
