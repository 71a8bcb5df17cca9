import { type QueryExecutorProvider, sql } from "kysely";
import { engineOf } from "../../engine";
import { decodeLogs } from "../../rows/evm-logs";
import { LogTerms } from "../../rows/log-terms";
import { ddl } from "../../sql/ddl";

const { integer, heap } = ddl;

/** Blocks whose logs are read at once. */
const BLOCKS_AT_ONCE = 1_024;

/** A row for what 32 blocks are found by, instead of one for each of them. Made anew from the stored logs. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`drop table log_term`.execute(db);
  await sql`create table log_term (term ${integer} primary key, blocks ${integer} not null) ${heap}`.execute(
    db,
  );
  for (let after = -1; ; ) {
    const { rows } = await sql<{ height: number; logs: Uint8Array; body: Uint8Array }>`
      select log_body.height as height, log_body.bytes as logs, block_body.bytes as body
      from log_body join block_body on block_body.height = log_body.height
      where log_body.height > ${after} order by log_body.height limit ${sql.lit(BLOCKS_AT_ONCE)}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.height;
    const terms = new LogTerms();
    for (const { height, logs, body } of rows) terms.add(height, decodeLogs(logs, body));
    const into = { table: "log_term", key: ["term"], onStored: "unite" } as const;
    await engineOf(db).writeRows(db, into, terms.sorted());
  }
}
