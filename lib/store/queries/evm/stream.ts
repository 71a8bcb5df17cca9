import type { EvmDb } from "../../db";
import type { CheckpointTable, StreamStatusTable } from "../../tables/bookkeeping";

/**
 * Progress of an EVM chain as its indexer last reported it; times of its newest blocks, and when they were accepted and
 * stored for the newest two where the source says so.
 */
export async function readEvmStream(
  db: EvmDb,
  blocks: number,
): Promise<{
  status: StreamStatusTable | undefined;
  checkpoint: CheckpointTable | undefined;
  newest: { time: number; accepted_at_ns: bigint; stored_at_ms: number }[];
  paced: { time: number; accepted_at_ns: bigint | null }[];
}> {
  const paced = await db
    .selectFrom("block")
    .select(["time", "accepted_at_ns", "stored_at_ms"])
    .orderBy("height", "desc")
    .limit(blocks)
    .execute();
  return {
    status: await db.selectFrom("stream_status").selectAll().executeTakeFirst(),
    checkpoint: await db.selectFrom("checkpoint").selectAll().executeTakeFirst(),
    paced,
    newest: paced
      .slice(0, 2)
      .flatMap(({ accepted_at_ns, ...times }) =>
        accepted_at_ns === null ? [] : [{ ...times, accepted_at_ns }],
      ),
  };
}
