import type { Selectable } from "kysely";
import type { OperatorDb } from "../../db";
import { commit } from "../../db";
import type { PutBackTable } from "../../tables/operator/console";

export type PutBackRow = Selectable<PutBackTable>;
type PutBackKey = Pick<PutBackRow, "logger_name" | "target">;

/** By logger. */
export async function listPutBacks(db: OperatorDb): Promise<PutBackRow[]> {
  return db.selectFrom("put_back").selectAll().orderBy("logger_name").orderBy("target").execute();
}

/** Writes rows, replacing those of the same key, and deletes others, all or none. */
export async function savePutBacks(
  db: OperatorDb,
  rows: readonly PutBackRow[],
  removed: readonly PutBackKey[] = [],
): Promise<void> {
  await commit(db, async (trx) => {
    for (const { logger_name, target } of removed) {
      await trx
        .deleteFrom("put_back")
        .where("logger_name", "=", logger_name)
        .where("target", "=", target)
        .execute();
    }
    for (const row of rows) {
      const { logger_name, target, ...values } = row;
      await trx
        .insertInto("put_back")
        .values(row)
        .onConflict((conflict) => conflict.columns(["logger_name", "target"]).doUpdateSet(values))
        .execute();
    }
  });
}
