import type { OperatorDb } from "../../db";
import type { OperatorTables } from "../../tables/operator";

/** All rows of a table. */
export async function listOperatorRows(
  db: OperatorDb,
  table: keyof OperatorTables,
): Promise<Record<string, unknown>[]> {
  return (await db.selectFrom(table).selectAll().execute()) as Record<string, unknown>[];
}

/** Ids of outcomes whose audit row is missing. */
export async function listStrayOutcomes(db: OperatorDb): Promise<number[]> {
  const rows = await db
    .selectFrom("audit_outcome")
    .leftJoin("audit", "audit.id", "audit_outcome.audit_id")
    .select("audit_id")
    .where("audit.id", "is", null)
    .execute();
  return rows.map(({ audit_id }) => audit_id);
}
