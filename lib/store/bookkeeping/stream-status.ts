import type { BookkeepingDb, PrimaryDb } from "../db";
import { largestOf } from "../sql/computed";
import type { RejectionTable, StreamChangeTable, StreamStatusTable } from "../tables/bookkeeping";

/** Changes that are kept. */
const MOST_CHANGES = 10_000;

/** Replaces the status of a stream, and notes a change of its state. Call it in a transaction. */
export async function writeStreamStatus(db: BookkeepingDb, status: StreamStatusTable): Promise<void> {
  const { stream, state, error_code, error_message, updated_at_ms } = status;
  const before = await db
    .selectFrom("stream_status")
    .select(["state", "error_code"])
    .where("stream", "=", stream)
    .executeTakeFirst();
  if (before?.state !== state || before.error_code !== error_code) {
    const change = ((await readLastChange(db)) ?? 0) + 1;
    await db
      .insertInto("stream_change")
      .values({ change, stream, state, at_ms: updated_at_ms, error_code, error_message })
      .execute();
    await db
      .deleteFrom("stream_change")
      .where("change", "<=", change - MOST_CHANGES)
      .execute();
  }
  await db
    .insertInto("stream_status")
    .values(status)
    .onConflict((conflict) => conflict.column("stream").doUpdateSet(status))
    .execute();
}

/** Number of the newest change of any stream of this store; undefined before the first. */
export async function readLastChange(db: BookkeepingDb): Promise<number | undefined> {
  const row = await db.selectFrom("stream_change").select(largestOf("change").as("last")).executeTakeFirst();
  return row?.last ?? undefined;
}

/** Changes after a number, in their order. */
export async function listChanges(db: BookkeepingDb, after: number, limit: number): Promise<StreamChange[]> {
  return db
    .selectFrom("stream_change")
    .selectAll()
    .where("change", ">", after)
    .orderBy("change")
    .limit(limit)
    .execute();
}

export type StreamChange = StreamChangeTable;

/** Keeps what stopped a stream, in place of what was kept for that index. */
export async function writeRejection(db: PrimaryDb, rejection: RejectionTable): Promise<void> {
  await db
    .insertInto("rejection")
    .values(rejection)
    .onConflict((conflict) => conflict.columns(["stream", "container_index"]).doUpdateSet(rejection))
    .execute();
}

/** Deletes what stopped a stream. */
export async function deleteRejections(db: PrimaryDb, stream: string): Promise<void> {
  await db.deleteFrom("rejection").where("stream", "=", stream).execute();
}
