import { type QueryExecutorProvider, sql } from "kysely";
import { engineOf } from "../../engine";
import { inParts } from "../../queries/by-key";
import { decodeLogs, termsOfLogs } from "../../rows/evm-logs";
import { inTuples } from "../../sql/expressions";

/** Blocks whose logs are read at once. */
const BLOCKS_AT_ONCE = 256;

/** A topic that names a side of a token transfer is found by the transfer's own row: its term goes. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  if (engineOf(db).keepsLists)
    await sql`create index epoch_by_position on epoch (first_position)`.execute(db);
  for (let after = -1; ; ) {
    const { rows } = await sql<{ height: number; logs: Uint8Array; body: Uint8Array }>`
      select log_body.height as height, log_body.bytes as logs, block_body.bytes as body
      from log_body join block_body on block_body.height = log_body.height
      where log_body.height > ${after} order by log_body.height limit ${sql.lit(BLOCKS_AT_ONCE)}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.height;
    const dropped = rows.flatMap(({ height, logs, body }) => {
      const all = decodeLogs(logs, body);
      const needed = new Set(termsOfLogs(height, all));
      const before = termsOfLogs(height, all, "everything");
      return before.filter((term) => !needed.has(term)).map((term) => [term, height]);
    });
    await inParts(db, dropped, async (part) => {
      await sql`delete from log_term where ${inTuples(["term", "height"], part)}`.execute(db);
      return [];
    });
  }
}
