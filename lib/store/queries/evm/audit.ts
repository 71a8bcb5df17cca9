import type { EvmDb } from "../../db";
import { type EVM_HASH_KIND, positionOf } from "../../rows/columns";
import { rowCount } from "../../sql/computed";
import { inTuples } from "../../sql/expressions";
import type { EvmBlockTable, EvmTransactionTable } from "../../tables/evm/chain";
import { inParts } from "../by-key";
import { selectCreations } from "./creations";

/** What an audit reads of a chain, page by page. */

/** A transaction with its sender, receiver and the contract it was to create, 20 bytes each. */
export type StoredTransaction = EvmTransactionTable & {
  from: Uint8Array | null;
  to: Uint8Array | null;
  created: Uint8Array | null;
};

/** A block with everything stored for it. */
export interface StoredBlock {
  row: EvmBlockTable;
  body: Uint8Array | undefined;
  transactions: StoredTransaction[];
  /** Contracts created by calls inside its transactions, in order. */
  madeInside: MadeInside[];
}

/** A contract that a call created: numbers of the caller (`from_id`) and the contract. */
export interface MadeInside {
  position: number;
  from_id: number;
  to_id: number;
}

/** Blocks above a height in their order. */
export async function listStoredBlocks(db: EvmDb, above: number, limit: number): Promise<StoredBlock[]> {
  const rows = await db
    .selectFrom("block")
    .selectAll()
    .where("height", ">", above)
    .orderBy("height")
    .limit(limit)
    .execute();
  const first = rows[0];
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return [];
  const from = positionOf(first.height, 0);
  const below = positionOf(last.height + 1, 0);
  const bodies = await db
    .selectFrom("block_body")
    .selectAll()
    .where("height", ">=", first.height)
    .where("height", "<=", last.height)
    .execute();
  const transactions = await db
    .selectFrom("transaction")
    .leftJoin("address as sender", "sender.id", "transaction.from_id")
    .leftJoin("address as receiver", "receiver.id", "transaction.to_id")
    .leftJoin("address as contract", "contract.id", "transaction.created_id")
    .selectAll("transaction")
    .select(["sender.bytes as from", "receiver.bytes as to", "contract.bytes as created"])
    .where("position", ">=", from)
    .where("position", "<", below)
    .orderBy("position")
    .execute();
  const made = await selectCreations(db, { from, below })
    .select(["position", "from_id"])
    .select(({ ref }) => ref("to_id").$notNull().as("to_id"))
    .execute();
  const bodyOf = new Map(bodies.map(({ height, bytes }) => [height, bytes]));
  return rows.map((row) => {
    const isIn = ({ position }: { position: number }) =>
      position >= positionOf(row.height, 0) && position < positionOf(row.height + 1, 0);
    return {
      row,
      body: bodyOf.get(row.height),
      transactions: take(transactions, isIn),
      madeInside: take(made, isIn),
    };
  });
}

/** Takes the items off the beginning of a sorted list for which `isIn` holds. */
function take<T>(list: T[], isIn: (item: T) => boolean): T[] {
  const end = list.findIndex((item) => !isIn(item));
  return list.splice(0, end < 0 ? list.length : end);
}

export interface HashKey {
  prefix48: number;
  kind: (typeof EVM_HASH_KIND)[keyof typeof EVM_HASH_KIND];
  position: number;
}

/** Which of these are stored, as texts: `prefix48/kind/position`. */
export async function findHashes(db: EvmDb, keys: readonly HashKey[]): Promise<Set<string>> {
  const rows = await inParts(db, keys, (part) => {
    return db
      .selectFrom("hash")
      .selectAll()
      .where(
        inTuples(
          ["prefix48", "kind", "position"],
          part.map(({ prefix48, kind, position }) => [prefix48, kind, position]),
        ),
      )
      .execute();
  });
  return new Set(rows.map(hashName));
}

export function hashName({ prefix48, kind, position }: Omit<HashKey, "kind"> & { kind: number }): string {
  return `${prefix48}/${kind}/${position}`;
}

/** How many rows a table has. */
export async function countRows(
  db: EvmDb,
  table:
    | "hash"
    | "transaction"
    | "block_body"
    | "chain_activity"
    | "token_balance"
    | "nft"
    | "token"
    | "signer"
    | "log_body"
    | "log_term",
): Promise<number> {
  const row = await db.selectFrom(table).select(rowCount.as("rows")).executeTakeFirstOrThrow();
  return row.rows;
}

/** The first block at or above a height; the first with transactions when that is `preferred` and near. */
export async function findBlockFrom(
  db: EvmDb,
  height: number,
  preferred: boolean,
): Promise<EvmBlockTable | undefined> {
  const blocks = db.selectFrom("block").selectAll().where("height", ">=", height).orderBy("height").limit(1);
  const full = blocks.where("tx_count", ">", 0).where("height", "<", height + BLOCKS_LOOKED_AT);
  return (preferred ? await full.executeTakeFirst() : undefined) ?? blocks.executeTakeFirst();
}

/** A chain of mostly empty blocks is not searched through. */
const BLOCKS_LOOKED_AT = 1_000;

/** Transactions of a block with their senders, 20 bytes, in order. */
export function listSentTransactions(db: EvmDb, height: number) {
  return db
    .selectFrom("transaction")
    .innerJoin("address", "address.id", "transaction.from_id")
    .selectAll("transaction")
    .select("address.bytes as from")
    .where("position", ">=", positionOf(height, 0))
    .where("position", "<", positionOf(height + 1, 0))
    .orderBy("position")
    .execute();
}

/** Calls inside the transactions of a block with their addresses, 20 bytes, in order. */
export function listInnerCalls(db: EvmDb, height: number) {
  return db
    .selectFrom("internal_transaction")
    .leftJoin("address as payer", "payer.id", "internal_transaction.from_id")
    .leftJoin("address as payee", "payee.id", "internal_transaction.to_id")
    .selectAll("internal_transaction")
    .select(["payer.bytes as from", "payee.bytes as to"])
    .where("position", ">=", positionOf(height, 0))
    .where("position", "<", positionOf(height + 1, 0))
    .orderBy("position")
    .orderBy("trace_index")
    .execute();
}

/** The reasons of a block's failed transactions. */
export function listFailures(db: EvmDb, height: number) {
  return db
    .selectFrom("tx_failure")
    .leftJoin("address", "address.id", "tx_failure.address_id")
    .selectAll("tx_failure")
    .select("address.bytes as address")
    .where("position", ">=", positionOf(height, 0))
    .where("position", "<", positionOf(height + 1, 0))
    .orderBy("position")
    .execute();
}
