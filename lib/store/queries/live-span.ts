import type { PrimaryDb } from "../db";
import type { ChainCode } from "../rows/columns";
import type { LiveSpanTable } from "../tables/chain";

/** The last live span of a chain, which goes on; undefined before the first block with a time of acceptance. */
export async function readLastLiveSpan(db: PrimaryDb, chain: ChainCode): Promise<LiveSpanTable | undefined> {
  return db
    .selectFrom("live_span")
    .selectAll()
    .where("chain", "=", chain)
    .orderBy("span", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** A block with the moment at which the node accepted it. */
export interface AcceptedBlock {
  height: number;
  /** Unix seconds. */
  time: number;
  acceptedAtNs: bigint;
}

/** Blocks read at once. */
const PAGE = 10_000;

/** The blocks of a chain whose acceptance is known, in order. */
export async function* acceptedBlocks(db: PrimaryDb, chain: ChainCode): AsyncGenerator<AcceptedBlock> {
  for (let above = -1; ; ) {
    const rows = await db
      .selectFrom("block")
      .select(["height", "time", "accepted_at_ns"])
      .where("chain", "=", chain)
      .where("height", ">", above)
      .orderBy("height")
      .limit(PAGE)
      .execute();
    for (const { height, time, accepted_at_ns } of rows)
      if (accepted_at_ns !== null) yield { height, time, acceptedAtNs: accepted_at_ns };
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    above = last.height;
  }
}

/**
 * The spans in which the node was live, of any chain, that have a part between `from` and `below` (unix seconds): in
 * order, those that overlap joined to one. Both ends are whole seconds within the span.
 */
export async function listLiveSpans(
  db: PrimaryDb,
  { from, below }: { from: number; below: number },
): Promise<{ from: number; to: number }[]> {
  const rows = await db
    .selectFrom("live_span")
    .select(["from_ms", "to_ms"])
    .where("from_ms", "<", below * 1_000)
    .where("to_ms", ">=", from * 1_000)
    .orderBy("from_ms")
    .execute();
  const spans: { from: number; to: number }[] = [];
  for (const row of rows) {
    const span = { from: Math.ceil(row.from_ms / 1_000), to: Math.floor(row.to_ms / 1_000) };
    const last = spans.at(-1);
    if (span.from > span.to) continue;
    if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else spans.push(span);
  }
  return spans;
}
