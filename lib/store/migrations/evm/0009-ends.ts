import { type QueryExecutorProvider, sql } from "kysely";

/**
 * What contracts leave when they end themselves was not read from traces. An older store may lack it wherever code ran, so
 * all of its blocks count as not wholly traced: they are traced again in the background, and what is there stays.
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
