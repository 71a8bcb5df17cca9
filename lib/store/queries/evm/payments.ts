import type { EvmDb } from "../../db";
import { heightOf, positionOf } from "../../rows/columns";

/** Who may have paid or got the chain's own coin in some blocks. */
export interface Payments {
  /** Numbers of addresses in transactions and calls. */
  parties: Set<number>;
  /** 20 bytes each: who gets the fees, on a chain that gives them to anybody. */
  miners: Uint8Array[];
  /** The last of the blocks. */
  to: number;
}

/** Payments from a block on, of blocks with about as many transactions, or to another one. Heights, both included. */
export async function listPayments(
  db: EvmDb,
  { from, to, transactions }: { from: number; to: number; transactions: number },
): Promise<Payments> {
  const start = positionOf(from, 0);
  const last = await db
    .selectFrom("transaction")
    .select("position")
    .where("position", ">=", start)
    .orderBy("position")
    .offset(transactions)
    .limit(1)
    .executeTakeFirst();
  const end = Math.min(to, last === undefined ? to : heightOf(last.position));
  const below = positionOf(end + 1, 0);
  const sent = await db
    .selectFrom("transaction")
    .select(["from_id", "to_id", "created_id"])
    .where("position", ">=", start)
    .where("position", "<", below)
    .execute();
  const called = await db
    .selectFrom("internal_transaction")
    .select(["from_id", "to_id"])
    .where("position", ">=", start)
    .where("position", "<", below)
    .execute();
  const mined = await db
    .selectFrom("block")
    .select("miner")
    .distinct()
    .where("height", ">=", from)
    .where("height", "<=", end)
    .execute();
  const parties = new Set<number | null>();
  for (const { from_id, to_id, created_id } of sent) parties.add(from_id).add(to_id).add(created_id);
  for (const { from_id, to_id } of called) parties.add(from_id).add(to_id);
  parties.delete(null);
  return { parties: parties as Set<number>, miners: mined.map(({ miner }) => miner), to: end };
}
