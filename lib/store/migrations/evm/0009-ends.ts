import { type QueryExecutorProvider, sql } from "kysely";

/**
 * Self-destructs were not read from traces. An older store may lack them wherever code ran, so all of its blocks count
 * as not wholly traced. They are traced again in the background, and existing rows stay.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await markBlocks.execute(db);
}

/** Of a transaction that runs no code. */
const INTRINSIC_GAS = 21_000;

const markBlocks = sql`insert into network (key, value)
  select 'untraced', min(height) || '-' || max(height) from block
  where exists (select 1 from ${sql.table("transaction")} where gas_used > ${sql.lit(INTRINSIC_GAS)})
  having count(*) > 0
  on conflict (key) do update set value = excluded.value`;
