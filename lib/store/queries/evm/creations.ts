import type { EvmDb } from "../../db";
import { CREATING_CALL_TYPES } from "../../rows/columns";
import { setOf } from "../../sql/expressions";

/** The inner calls that made a contract, in order, with positions from `from` on and below `below`. */
export function selectCreations(db: EvmDb, { from, below }: { from: number; below: number }) {
  return db
    .selectFrom("internal_transaction")
    .where("position", ">=", from)
    .where("position", "<", below)
    .where("call_type", "in", setOf(CREATING_CALL_TYPES))
    .where("reverted", "=", false)
    .where("to_id", "is not", null)
    .orderBy("position")
    .orderBy("trace_index");
}
