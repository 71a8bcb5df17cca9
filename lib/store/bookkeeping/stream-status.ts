import type { BookkeepingDb, PrimaryDb } from "../db";
import type { RejectionTable, StreamStatusTable } from "../tables/bookkeeping";

/** Replaces what is said about a stream. */
export async function writeStreamStatus(db: BookkeepingDb, status: StreamStatusTable): Promise<void> {
  await db
    .insertInto("stream_status")
    .values(status)
    .onConflict((conflict) => conflict.column("stream").doUpdateSet(status))
    .execute();
}

/** Keeps what stopped a stream, in place of what was kept for that index before. */
export async function writeRejection(db: PrimaryDb, rejection: RejectionTable): Promise<void> {
  await db
    .insertInto("rejection")
    .values(rejection)
    .onConflict((conflict) => conflict.columns(["stream", "container_index"]).doUpdateSet(rejection))
    .execute();
}

/** What stopped a stream is gone. */
export async function deleteRejections(db: PrimaryDb, stream: string): Promise<void> {
  await db.deleteFrom("rejection").where("stream", "=", stream).execute();
}
