import { sql } from "kysely";
import { equalBytes } from "../../../avalanche/codec/bytes";
import type { EvmDb } from "../../db";
import { EVM_HASH_KIND, positionOf, prefix48, TXS_PER_BLOCK } from "../../rows/columns";
import { rowCount, sumOf } from "../../sql/computed";
import { setOf } from "../../sql/expressions";
import type { EvmBlockTable, EvmTransactionTable, InternalTransactionTable } from "../../tables/evm/chain";
import type { TokenTransferTable } from "../../tables/evm/tokens";
import { inParts } from "../by-key";

/** A transaction by its hash. */
export async function findTransaction(db: EvmDb, hash: Uint8Array): Promise<EvmTransactionTable | undefined> {
  const found = await db
    .selectFrom("hash")
    .innerJoin("transaction", "transaction.position", "hash.position")
    .selectAll("transaction")
    .where("prefix48", "=", prefix48(hash))
    .where("kind", "=", EVM_HASH_KIND.transaction)
    .execute();
  return found.find((row) => equalBytes(row.hash, hash));
}

/** A block by its hash. */
export async function findBlockByHash(db: EvmDb, hash: Uint8Array): Promise<EvmBlockTable | undefined> {
  const found = await db
    .selectFrom("hash")
    .innerJoin("block", "block.height", "hash.position")
    .selectAll("block")
    .where("prefix48", "=", prefix48(hash))
    .where("kind", "=", EVM_HASH_KIND.block)
    .execute();
  return found.find((row) => equalBytes(row.hash, hash));
}

/** Transactions at positions, in no particular order. */
export function readTransactions(db: EvmDb, positions: readonly number[]): Promise<EvmTransactionTable[]> {
  return inParts(db, [...new Set(positions)], (part) =>
    db.selectFrom("transaction").selectAll().where("position", "in", setOf(part)).execute(),
  ).then((rows) => uniqueBy(rows, ({ position }) => position));
}

/** Gas that each transaction and those before it in its block used, by position. */
export async function readCumulativeGas(
  db: EvmDb,
  positions: readonly number[],
): Promise<Map<number, number>> {
  const rows = await inParts(db, [...new Set(positions)], (part) =>
    db
      .selectFrom("transaction")
      .select((own) => [
        "transaction.position",
        own
          .selectFrom("transaction as earlier")
          .select(sumOf("earlier.gas_used").as("gas"))
          .whereRef("earlier.position", "<=", "transaction.position")
          .where(
            "earlier.position",
            ">=",
            sql<number>`${sql.ref("transaction.position")} - ${sql.ref("transaction.position")} % ${sql.lit(TXS_PER_BLOCK)}`,
          )
          .as("gas"),
      ])
      .where("transaction.position", "in", setOf(part))
      .execute(),
  );
  return new Map(rows.map(({ position, gas }) => [position, gas ?? 0]));
}

/** Transactions of a block in their order, from an index on. */
export function listBlockTransactions(
  db: EvmDb,
  { height, fromIndex, limit }: { height: number; fromIndex: number; limit: number },
): Promise<EvmTransactionTable[]> {
  return db
    .selectFrom("transaction")
    .selectAll()
    .where("position", ">=", positionOf(height, fromIndex))
    .where("position", "<", positionOf(height + 1, 0))
    .orderBy("position")
    .limit(limit)
    .execute();
}

/** Transactions of the blocks of a range of heights, both included, in order. */
export function listTransactionsOfBlocks(
  db: EvmDb,
  { from, to }: { from: number; to: number },
): Promise<EvmTransactionTable[]> {
  return db
    .selectFrom("transaction")
    .selectAll()
    .where("position", ">=", positionOf(from, 0))
    .where("position", "<", positionOf(to + 1, 0))
    .orderBy("position")
    .execute();
}

/** How many transactions of a block failed. */
export async function countFailed(db: EvmDb, height: number): Promise<number> {
  const { count } = await db
    .selectFrom("transaction")
    .select(rowCount.as("count"))
    .where("position", ">=", positionOf(height, 0))
    .where("position", "<", positionOf(height + 1, 0))
    .where("status", "=", 0)
    .executeTakeFirstOrThrow();
  return count;
}

/** The newest transactions below a position; only failed (0) or successful (1) ones when `status` is given. */
export function listLatestTransactions(
  db: EvmDb,
  { below, status, limit }: { below: number | undefined; status: number | undefined; limit: number },
): Promise<EvmTransactionTable[]> {
  let query = db.selectFrom("transaction").selectAll();
  if (below !== undefined) query = query.where("position", "<", below);
  // Written out: the index of failed transactions is not used for a bound value.
  if (status !== undefined) query = query.where("status", "=", status === 0 ? sql.lit(0) : sql.lit(1));
  return query.orderBy("position", "desc").limit(limit).execute();
}

/** Blocks at heights. */
export function readBlocks(db: EvmDb, heights: readonly number[]): Promise<EvmBlockTable[]> {
  return inParts(db, [...new Set(heights)], (part) =>
    db.selectFrom("block").selectAll().where("height", "in", setOf(part)).execute(),
  ).then((rows) => uniqueBy(rows, ({ height }) => height));
}

/** Calls inside transactions, in order. */
export async function readInternals(
  db: EvmDb,
  positions: readonly number[],
): Promise<InternalTransactionTable[]> {
  const rows = await inParts(db, [...new Set(positions)], (part) =>
    db.selectFrom("internal_transaction").selectAll().where("position", "in", setOf(part)).execute(),
  );
  const unique = uniqueBy(rows, (row) => `${row.position}/${row.trace_index}`);
  return unique.sort((a, b) => a.position - b.position || a.trace_index - b.trace_index);
}

/** Movements of tokens in transactions, in order. */
export async function readTransfers(db: EvmDb, positions: readonly number[]): Promise<TokenTransferTable[]> {
  const rows = await inParts(db, [...new Set(positions)], (part) =>
    db.selectFrom("token_transfer").selectAll().where("position", "in", setOf(part)).execute(),
  );
  const unique = uniqueBy(rows, (row) => `${row.position}/${row.log_index}/${row.item}`);
  return unique.sort((a, b) => a.position - b.position || a.log_index - b.log_index || a.item - b.item);
}

/** A part of a transaction's list: how many rows to skip, and the most to read. */
interface Part {
  skip: number;
  limit: number;
}

/** Movements of tokens in a transaction, in order. */
export function listTransfersOf(
  db: EvmDb,
  position: number,
  { skip, limit }: Part,
): Promise<TokenTransferTable[]> {
  return db
    .selectFrom("token_transfer")
    .selectAll()
    .where("position", "=", position)
    .orderBy("log_index")
    .orderBy("item")
    .limit(limit)
    .offset(skip)
    .execute();
}

/** Calls inside a transaction, in order. */
export function listInternalsOf(
  db: EvmDb,
  position: number,
  { skip, limit }: Part,
): Promise<InternalTransactionTable[]> {
  return db
    .selectFrom("internal_transaction")
    .selectAll()
    .where("position", "=", position)
    .orderBy("trace_index")
    .limit(limit)
    .offset(skip)
    .execute();
}

/** Calls inside the transactions of a range of positions, those of a transaction in order, too. */
export function listInternalsBetween(
  db: EvmDb,
  { from, below, order }: { from: number; below: number; order: "asc" | "desc" },
  { skip, limit }: Part,
): Promise<InternalTransactionTable[]> {
  return db
    .selectFrom("internal_transaction")
    .selectAll()
    .where("position", ">=", from)
    .where("position", "<", below)
    .orderBy("position", order)
    .orderBy("trace_index")
    .limit(limit)
    .offset(skip)
    .execute();
}

/** How many of each a transaction has. */
export async function countListsOf(
  db: EvmDb,
  position: number,
): Promise<{ transfers: number; internals: number }> {
  const count = async (table: "token_transfer" | "internal_transaction") =>
    (
      await db
        .selectFrom(table)
        .select(rowCount.as("count"))
        .where("position", "=", position)
        .executeTakeFirstOrThrow()
    ).count;
  return { transfers: await count("token_transfer"), internals: await count("internal_transaction") };
}

/** Reading in parts repeats a part's last key. */
function uniqueBy<Row>(rows: readonly Row[], key: (row: Row) => unknown): Row[] {
  return [...new Map(rows.map((row) => [key(row), row])).values()];
}
