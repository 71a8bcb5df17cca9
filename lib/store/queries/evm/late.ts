import { sql } from "kysely";
import type { EvmDb } from "../../db";
import { CALL_TYPES, heightOf, positionOf } from "../../rows/columns";
import { flagAs } from "../../sql/computed";
import type { ChainActivityTable } from "../../tables/evm/activity";

/** A block whose transactions are to be traced. */
export interface BlockToTrace {
  height: number;
  /** Unix seconds. */
  time: number;
  /** In their order. */
  transactions: TransactionToTrace[];
}

export interface TransactionToTrace {
  position: number;
  hash: Uint8Array;
  sender: Uint8Array;
  /** The contract that it was to create. */
  created: Uint8Array | null;
  status: number;
  gas_used: number;
  /** Whether any inner call is stored, and whether any by which a contract ended itself. */
  hasCalls: boolean;
  hasEnds: boolean;
}

/** The last blocks with transactions between two heights, both included, highest first. */
export async function listBlocksToTrace(
  db: EvmDb,
  { from, to }: { from: number; to: number },
  limit: number,
): Promise<BlockToTrace[]> {
  const blocks = await db
    .selectFrom("block")
    .select(["height", "time"])
    .where("height", ">=", from)
    .where("height", "<=", to)
    .where("tx_count", ">", 0)
    .orderBy("height", "desc")
    .limit(limit)
    .execute();
  const last = blocks[0];
  const first = blocks.at(-1);
  if (first === undefined || last === undefined) return [];
  const rows = await db
    .selectFrom("transaction")
    .innerJoin("address", "address.id", "transaction.from_id")
    .leftJoin("address as made", "made.id", "transaction.created_id")
    .select(["transaction.position", "transaction.hash", "transaction.status", "transaction.gas_used"])
    .select(["address.bytes as sender", "made.bytes as created"])
    .select(({ exists, selectFrom }) => {
      const calls = selectFrom("internal_transaction")
        .select(sql`1`.as("one"))
        .whereRef("internal_transaction.position", "=", "transaction.position");
      return [
        flagAs("hasCalls", exists(calls)),
        flagAs("hasEnds", exists(calls.where("internal_transaction.call_type", "=", ENDED))),
      ];
    })
    .where("transaction.position", ">=", positionOf(first.height, 0))
    .where("transaction.position", "<", positionOf(last.height + 1, 0))
    .orderBy("transaction.position")
    .execute();
  const byHeight = new Map(
    blocks.map(({ height, time }): [number, BlockToTrace] => [height, { height, time, transactions: [] }]),
  );
  for (const row of rows) byHeight.get(heightOf(row.position))?.transactions.push(row);
  return [...byHeight.values()];
}

const ENDED = CALL_TYPES.indexOf("UNKNOWN");

/** Adds created contracts to every period that contains an hour (unix hours). */
export async function addContractsMade(db: EvmDb, hour: number, contracts: number): Promise<void> {
  await db
    .updateTable("chain_activity")
    .set(({ eb }) => ({ contracts: eb("contracts", "+", contracts) }))
    .where("start_hour", "<=", hour)
    .where(sql<boolean>`start_hour + hours > ${hour}`)
    .execute();
}

/** Adds deployers to the day that begins with an hour (unix hours). */
export async function addDeployers(
  db: EvmDb,
  start_hour: number,
  { deployers, new_deployers }: Pick<ChainActivityTable, "deployers" | "new_deployers">,
): Promise<void> {
  await db
    .updateTable("chain_activity")
    .set(({ eb }) => ({
      deployers: eb("deployers", "+", deployers),
      new_deployers: eb("new_deployers", "+", new_deployers),
    }))
    .where("hours", "=", HOURS_PER_DAY)
    .where("start_hour", "=", start_hour)
    .execute();
}

const HOURS_PER_DAY = 24;
