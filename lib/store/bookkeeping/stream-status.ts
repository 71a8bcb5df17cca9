import type { BookkeepingDb, PrimaryDb } from "../db";
import type { RejectionTable, StreamStatusTable } from "../tables/bookkeeping";

/** Replaces the status of a stream. */
export async function writeStreamStatus(db: BookkeepingDb, status: StreamStatusTable): Promise<void> {
  await db
    .insertInto("stream_status")
    .values(status)
    .onConflict((conflict) => conflict.column("stream").doUpdateSet(status))
    .execute();
}

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
