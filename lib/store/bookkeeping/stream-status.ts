import type { Kysely } from "kysely";
import type { PrimaryTables } from "../tables";
import type { RejectionTable } from "../tables/rejection";
import type { StreamStatusTable } from "../tables/stream-status";

/** Replaces what is said about a stream. */
export async function writeStreamStatus(db: Kysely<PrimaryTables>, status: StreamStatusTable): Promise<void> {
  await db
    .insertInto("stream_status")
    .values(status)
    .onConflict((conflict) => conflict.column("stream").doUpdateSet(status))
    .execute();
}

/** Keeps what stopped a stream, in place of what was kept for that index before. */
export async function writeRejection(db: Kysely<PrimaryTables>, rejection: RejectionTable): Promise<void> {
  await db
    .insertInto("rejection")
    .values(rejection)
    .onConflict((conflict) => conflict.columns(["stream", "container_index"]).doUpdateSet(rejection))
    .execute();
}

/** What stopped a stream is gone. */
export async function deleteRejections(db: Kysely<PrimaryTables>, stream: string): Promise<void> {
  await db.deleteFrom("rejection").where("stream", "=", stream).execute();
}
