import { equalBytes, toHex } from "../../avalanche/codec/bytes";
import { StoreError } from "../../errors";
import type { BookkeepingDb } from "../db";
import type { CheckpointTable } from "../tables/bookkeeping";

/** How far `stream` is stored; undefined before its first container. */
export async function readCheckpoint(
  db: BookkeepingDb,
  stream: string,
): Promise<CheckpointTable | undefined> {
  return db.selectFrom("checkpoint").selectAll().where("stream", "=", stream).executeTakeFirst();
}

/** Whether a checkpoint is the stored one. */
export async function isStored(
  db: BookkeepingDb,
  { stream, next_index, head_id }: CheckpointTable,
): Promise<boolean> {
  const stored = await readCheckpoint(db, stream);
  return stored !== undefined && stored.next_index === next_index && equalBytes(stored.head_id, head_id);
}

/**
 * Moves the checkpoint from the head a batch started at to the one it ends with. Call it in the transaction that writes
 * the rows: of two indexers that start at the same head, only one succeeds.
 * @throws StoreError STORE_CONFLICT when the stored head is another
 */
export async function moveCheckpoint(
  db: BookkeepingDb,
  from: CheckpointTable | undefined,
  to: CheckpointTable,
): Promise<void> {
  const { numAffected } = from ? await advance(db, from, to) : await begin(db, to);
  if (numAffected === 1n) return;
  const head = from ? `${toHex(from.head_id)} at index ${from.next_index - 1}` : "its beginning";
  throw new StoreError("STORE_CONFLICT", `the stored head of ${to.stream} is no longer ${head}`, {
    hint: "another indexer writes this store: stop one of them",
  });
}

async function advance(db: BookkeepingDb, from: CheckpointTable, to: CheckpointTable) {
  const result = await db
    .updateTable("checkpoint")
    .set(to)
    .where("stream", "=", to.stream)
    .where("head_id", "=", from.head_id)
    .where("next_index", "=", from.next_index)
    .executeTakeFirst();
  return { numAffected: result.numUpdatedRows };
}

async function begin(db: BookkeepingDb, to: CheckpointTable) {
  const result = await db
    .insertInto("checkpoint")
    .values(to)
    .onConflict((conflict) => conflict.column("stream").doNothing())
    .executeTakeFirst();
  return { numAffected: result.numInsertedOrUpdatedRows ?? 0n };
}
