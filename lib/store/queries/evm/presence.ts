import type { EvmDb } from "../../db";
import { ACTIVITY, heightOf } from "../../rows/columns";
import { listEpochs } from "./epochs";
import { itemsOf } from "./list-items";

/** Times of the first and the last transaction in which an address took part, unix seconds. */
export interface EvmPresence {
  first: number;
  last: number;
}

/** When an address took part in transactions; undefined if it never did. */
export async function readEvmPresence(db: EvmDb, addressId: number): Promise<EvmPresence | undefined> {
  const first = await readEnd(db, addressId, "asc");
  const last = await readEnd(db, addressId, "desc");
  if (first === undefined || last === undefined) return undefined;
  const blocks = await db
    .selectFrom("block")
    .select(["height", "time"])
    .where("height", "in", [...new Set([heightOf(first), heightOf(last)])])
    .orderBy("height")
    .execute();
  const begun = blocks[0];
  const ended = blocks.at(-1);
  return begun && ended && { first: begun.time, last: ended.time };
}

/** The first or last position of an address: in the first or last epoch that has any, of all kinds. */
async function readEnd(db: EvmDb, addressId: number, order: "asc" | "desc"): Promise<number | undefined> {
  const [epoch] = await listEpochs(db, addressId, { order });
  if (epoch === undefined) return undefined;
  const ends: number[] = [];
  for (const kind of Object.values(ACTIVITY)) {
    const range = { from: Number.MIN_SAFE_INTEGER, order, limit: 1 };
    const end = await db
      .selectFrom(itemsOf(db, { epoch, addressId, kind }, range).as("place"))
      .select("position")
      .orderBy("position", order)
      .limit(1)
      .executeTakeFirst();
    if (end) ends.push(end.position);
  }
  if (ends.length === 0) return undefined;
  return order === "asc" ? Math.min(...ends) : Math.max(...ends);
}
