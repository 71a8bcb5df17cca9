import { type QueryExecutorProvider, sql } from "kysely";
import { noteAllBlocks } from "./all-blocks";

/**
 * Self-destructs were not read from traces. An older store may lack them wherever code ran, so all of its blocks count
 * as not wholly traced. They are traced again in the background, and existing rows stay.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql`
    select 1 as found from ${sql.table("transaction")} where gas_used > ${sql.lit(INTRINSIC_GAS)} limit 1`.execute(
    db,
  );
  if (rows.length > 0) await noteAllBlocks(db, "untraced");
}

/** Of a transaction that runs no code. */
const INTRINSIC_GAS = 21_000;
