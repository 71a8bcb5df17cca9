import type { PrimaryDb } from "../db";
import type { VerbDurationTable } from "../tables/bookkeeping";

/** Replaces the durations of verbs. */
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

/** The durations of each verb. Empty before the first indexer. */
export async function readVerbDurations(db: PrimaryDb): Promise<VerbDurationTable[]> {
  return db.selectFrom("verb_duration").selectAll().orderBy("verb").execute();
}
