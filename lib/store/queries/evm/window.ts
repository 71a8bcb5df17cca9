import type { EvmDb } from "../../db";
import { CALL_TYPES } from "../../rows/columns";
import { rowCount } from "../../sql/computed";
import { setOf } from "../../sql/expressions";
import type { ActiveWindowTable } from "../../tables/evm/activity";
import type { EvmBlockTable } from "../../tables/evm/chain";

/** Keys from `from` on and below `below`, at most `limit`. */
interface Part {
  from: number;
  below: number;
  limit: number;
}

/** What a block adds to chain statistics. */
export type BlockFigures = Pick<
  EvmBlockTable,
  "height" | "time" | "time_ms" | "tx_count" | "gas_used" | "fees"
>;

/** Blocks from a height on and below another. */
export function listBlockFigures(db: EvmDb, { from, below, limit }: Part): Promise<BlockFigures[]> {
  return db
    .selectFrom("block")
    .select(["height", "time", "time_ms", "tx_count", "gas_used", "fees"])
    .where("height", ">=", from)
    .where("height", "<", below)
    .orderBy("height")
    .limit(limit)
    .execute();
}

/** Prices per unit of gas that transactions paid, from a position on and below another. */
export function listGasPrices(
  db: EvmDb,
  { from, below, limit }: Part,
): Promise<{ position: number; gas_price: Uint8Array }[]> {
  return db
    .selectFrom("transaction")
    .select(["position", "gas_price"])
    .where("position", ">=", from)
    .where("position", "<", below)
    .orderBy("position")
    .limit(limit)
    .execute();
}

const MAKES = (["CREATE", "CREATE2", "CREATE3"] as const).map((type) => CALL_TYPES.indexOf(type));

/** Contracts created from a position on and below another. */
export async function countMade(db: EvmDb, { from, below }: Pick<Part, "from" | "below">): Promise<number> {
  const byTransactions = await db
    .selectFrom("transaction")
    .select(rowCount.as("made"))
    .where("position", ">=", from)
    .where("position", "<", below)
    .where("created_id", "is not", null)
    .where("status", "=", 1)
    .executeTakeFirstOrThrow();
  const byCalls = await db
    .selectFrom("internal_transaction")
    .select(rowCount.as("made"))
    .where("position", ">=", from)
    .where("position", "<", below)
    .where("call_type", "in", setOf(MAKES))
    .where("to_id", "is not", null)
    .where("reverted", "=", false)
    .executeTakeFirstOrThrow();
  return byTransactions.made + byCalls.made;
}

/** Distinct addresses in the seconds up to the newest block, by how many those are: an hour, a day and a week. */
export async function readActiveWindows(db: EvmDb): Promise<Map<number, ActiveWindowTable>> {
  const rows = await db.selectFrom("active_window").selectAll().orderBy("seconds").execute();
  return new Map(rows.map((row) => [row.seconds, row]));
}
