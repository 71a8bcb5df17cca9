import type { EvmDb } from "../../db";
import { ACTIVITY, heightOf } from "../../rows/columns";

/** Times of the first and the last transaction in which an address took part, unix seconds. */
export interface EvmPresence {
  first: number;
  last: number;
}

/** When an address took part in transactions; undefined if it never did. */
export async function readEvmPresence(db: EvmDb, addressId: number): Promise<EvmPresence | undefined> {
  const [first, last] = [await readEnd(db, addressId, "asc"), await readEnd(db, addressId, "desc")];
  if (first === undefined || last === undefined) return undefined;
  const blocks = await db
    .selectFrom("block")
    .select(["height", "time"])
    .where("height", "in", [...new Set([heightOf(first), heightOf(last)])])
    .orderBy("height")
    .execute();
  const [begun, ended] = [blocks[0], blocks.at(-1)];
  return begun && ended && { first: begun.time, last: ended.time };
}

/** The first or last position of an address: in the first or last epoch that has any, of all kinds. */
async function readEnd(db: EvmDb, addressId: number, order: "asc" | "desc"): Promise<number | undefined> {
  const within = await db
    .selectFrom("address_epoch")
    .select("epoch")
    .where("address_id", "=", addressId)
    .orderBy("epoch", order)
    .limit(1)
    .executeTakeFirst();
  if (within === undefined) return undefined;
  const ends: number[] = [];
  for (const kind of Object.values(ACTIVITY)) {
    const end = await db
      .selectFrom("address_activity")
      .select("position")
      .where("epoch", "=", within.epoch)
      .where("address_id", "=", addressId)
      .where("kind", "=", kind)
      .orderBy("position", order)
      .limit(1)
      .executeTakeFirst();
    if (end) ends.push(end.position);
  }
  if (ends.length === 0) return undefined;
  return order === "asc" ? Math.min(...ends) : Math.max(...ends);
}
