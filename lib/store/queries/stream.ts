import type { BookkeepingDb, PrimaryDb } from "../db";
import { CHAIN, type ChainCode } from "../rows/columns";
import type { CheckpointTable, StreamStatusTable } from "../tables/bookkeeping";

/** Last reported status of each stream, with its progress. */
export async function listStreams(
  db: BookkeepingDb,
): Promise<{ status: StreamStatusTable; checkpoint: CheckpointTable | undefined }[]> {
  const statuses = await db.selectFrom("stream_status").selectAll().orderBy("stream").execute();
  const checkpoints = await db.selectFrom("checkpoint").selectAll().execute();
  return statuses.map((status) => ({
    status,
    checkpoint: checkpoints.find(({ stream }) => stream === status.stream),
  }));
}

/** Times of the newest blocks of a chain, newest first; below a height if one is given. */
export async function listAcceptance(
  db: PrimaryDb,
  chain: ChainCode,
  { below = Number.MAX_SAFE_INTEGER, limit }: { below?: number | undefined; limit: number },
): Promise<{ height: number; time: number; accepted_at_ns: bigint | null; stored_at_ms: number }[]> {
  return db
    .selectFrom("block")
    .select(["height", "time", "accepted_at_ns", "stored_at_ms"])
    .where("chain", "=", chain)
    .where("height", "<", below)
    .orderBy("height", "desc")
    .limit(limit)
    .execute();
}

/** Chain code by a stream's chain letter ("P/block" is of P); undefined for others. */
export function chainOfStream(stream: string): ChainCode | undefined {
  return { P: CHAIN.p, X: CHAIN.x, C: CHAIN.c }[stream.split("/")[0] ?? ""];
}
