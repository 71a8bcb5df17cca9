import type { EvmDb } from "../../db";
import { engineOf } from "../../engine";
import { ACTIVITY, eventItem, positionOf } from "../../rows/columns";
import { setOf } from "../../sql/expressions";
import type { EvmBlockTable, EvmTransactionTable } from "../../tables/evm/chain";
import type { CoinWrapTable, TokenTransferTable } from "../../tables/evm/tokens";
import { inParts } from "../by-key";
import { selectCreations } from "./creations";
import { findEpochOf } from "./epochs";

/** What figures count in a block. */
export interface BlockToCount {
  block: Pick<EvmBlockTable, "height" | "time" | "time_ms" | "tx_count" | "tx_total">;
  transactions: Pick<
    EvmTransactionTable,
    "position" | "from_id" | "to_id" | "created_id" | "status" | "gas_used" | "gas_price"
  >[];
  /** Callers that created contracts inside transactions. */
  creators: { position: number; from_id: number }[];
  transfers: TokenTransferTable[];
  wraps: CoinWrapTable[];
}

/** Blocks from a height on, in order, until they have `transactions` transactions or there are `limit` of them. */
export async function listBlocksToCount(
  db: EvmDb,
  from: number,
  { limit, transactions: most }: { limit: number; transactions: number },
): Promise<BlockToCount[]> {
  const found = await db
    .selectFrom("block")
    .select(["height", "time", "time_ms", "tx_count", "tx_total"])
    .where("height", ">=", from)
    .orderBy("height")
    .limit(limit)
    .execute();
  const before = (found[0]?.tx_total ?? 0) - (found[0]?.tx_count ?? 0);
  const blocks = found.filter(({ tx_total }, i) => i === 0 || tx_total - before <= most);
  const first = blocks[0];
  const last = blocks.at(-1);
  if (first === undefined || last === undefined) return [];
  const start = positionOf(first.height, 0);
  const end = positionOf(last.height + 1, 0);
  const transactions = await db
    .selectFrom("transaction")
    .select(["position", "from_id", "to_id", "created_id", "status", "gas_used", "gas_price"])
    .where("position", ">=", start)
    .where("position", "<", end)
    .orderBy("position")
    .execute();
  const creators = await selectCreations(db, { from: start, below: end })
    .select(["position", "from_id"])
    .execute();
  const transfers = await db
    .selectFrom("token_transfer")
    .selectAll()
    .where("position", ">=", start)
    .where("position", "<", end)
    .orderBy("position")
    .orderBy("log_index")
    .orderBy("item")
    .execute();
  const wraps = await db
    .selectFrom("coin_wrap")
    .selectAll()
    .where("position", ">=", start)
    .where("position", "<", end)
    .orderBy("position")
    .orderBy("log_index")
    .execute();
  return blocks.map((block) => {
    const below = positionOf(block.height + 1, 0);
    return {
      block,
      transactions: takeBelow(transactions, below),
      creators: takeBelow(creators, below),
      transfers: takeBelow(transfers, below),
      wraps: takeBelow(wraps, below),
    };
  });
}

/** Takes the rows off the beginning of a sorted list that come before a position. */
function takeBelow<Row extends { position: number }>(rows: Row[], below: number): Row[] {
  const end = rows.findIndex(({ position }) => position >= below);
  return rows.splice(0, end < 0 ? rows.length : end);
}

/** Addresses by number. */
export async function findAddressBytes(db: EvmDb, ids: Iterable<number>): Promise<Map<number, Uint8Array>> {
  const rows = await inParts(db, [...new Set(ids)], (part) =>
    db.selectFrom("address").selectAll().where("id", "in", setOf(part)).execute(),
  );
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}

/** Forgets all figures, so that they can be counted again from the first block. Rows of balances and NFTs stay. */
export async function clearFigures(db: EvmDb, noBalance: Uint8Array): Promise<void> {
  for (const table of FIGURES) await db.deleteFrom(table).execute();
  await db.updateTable("token_balance").set({ balance: noBalance }).execute();
  await db.updateTable("contract").set({ wraps_coin: false }).where("wraps_coin", "=", true).execute();
}

const FIGURES = [
  ...(["token", "chain_activity", "active_window", "active_period"] as const),
  ...(["party", "sender", "deployer", "deployer_day"] as const),
];

/** Adds to the transaction totals of some blocks. Heights, both included. */
export async function addToTotals(
  db: EvmDb,
  { from, to }: { from: number; to: number },
  added: number,
): Promise<void> {
  if (added === 0) return;
  await db
    .updateTable("block")
    .set(({ eb }) => ({ tx_total: eb("tx_total", "+", added) }))
    .where("height", ">=", from)
    .where("height", "<=", to)
    .execute();
}

/** Deletes wraps, with their places in the lists of the token and the holder. */
export async function deleteWraps(db: EvmDb, wraps: readonly CoinWrapTable[]): Promise<void> {
  for (const { position, log_index, token_id, holder_id } of wraps) {
    await db
      .deleteFrom("coin_wrap")
      .where("position", "=", position)
      .where("log_index", "=", log_index)
      .execute();
    if (!engineOf(db).keepsLists) continue;
    const epoch = await findEpochOf(db, position);
    for (const [kind, address] of [
      [ACTIVITY.wrap, holder_id],
      [ACTIVITY.wrapper, token_id],
    ] as const) {
      await db
        .deleteFrom("address_activity")
        .where("epoch", "=", epoch)
        .where("address_id", "=", address)
        .where("kind", "=", kind)
        .where("position", "=", position)
        .where("item", "=", eventItem(log_index, 0))
        .execute();
    }
  }
}
