import type { Kysely } from "kysely";
import type { PrimaryTables } from "../tables";
import type { VerbDurationTable } from "../tables/verb-duration";

/** Replaces what is said of each verb. */
export async function writeVerbDurations(
  db: Kysely<PrimaryTables>,
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
export async function readVerbDurations(db: Kysely<PrimaryTables>): Promise<VerbDurationTable[]> {
  return db.selectFrom("verb_duration").selectAll().orderBy("verb").execute();
}
