import { type Selectable, sql, type Updateable } from "kysely";
import type { DeliveryDb } from "../db";
import { largestOf, rowCount, sumOf } from "../sql/computed";
import { setOf } from "../sql/expressions";
import type { DeliveryTable, DeliveryTargetTable } from "../tables/delivery";

export type TargetRow = Selectable<DeliveryTargetTable>;
export type DeliveryRow = Selectable<DeliveryTable>;

export async function insertTarget(db: DeliveryDb, target: TargetRow): Promise<void> {
  await db.insertInto("delivery_target").values(target).execute();
}

export function findTarget(db: DeliveryDb, id: string): Promise<TargetRow | undefined> {
  return db.selectFrom("delivery_target").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function updateTarget(
  db: DeliveryDb,
  id: string,
  change: Updateable<DeliveryTargetTable>,
): Promise<void> {
  await db.updateTable("delivery_target").set(change).where("id", "=", id).execute();
}

/** What waits for a target: messages and their bytes. */
export async function countWaiting(
  db: DeliveryDb,
  target: string,
): Promise<{ messages: number; bytes: number }> {
  return db
    .selectFrom("delivery")
    .select([rowCount.as("messages"), sumOf("size").as("bytes")])
    .where("target", "=", target)
    .executeTakeFirstOrThrow();
}

/** Adds messages behind all others. One that the target already has is left as it is. */
export async function insertDeliveries(
  db: DeliveryDb,
  messages: readonly Omit<DeliveryRow, "number" | "attempts">[],
): Promise<void> {
  const last = await db.selectFrom("delivery").select(largestOf("number").as("last")).executeTakeFirst();
  let number = last?.last ?? 0;
  for (const message of messages) {
    number += 1;
    await db
      .insertInto("delivery")
      .values({ ...message, number, attempts: 0 })
      .onConflict((conflict) => conflict.columns(["target", "message_id"]).doNothing())
      .execute();
  }
}

/** Open targets that may be sent to and have a message that is due. */
export function listDueTargets(db: DeliveryDb, nowMs: number): Promise<TargetRow[]> {
  return db
    .selectFrom("delivery_target")
    .selectAll()
    .where("state", "=", "open")
    .where("paused_until_ms", "<=", nowMs)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("delivery")
          .select(sql.lit(1).as("one"))
          .whereRef("delivery.target", "=", "delivery_target.id")
          .where("next_at_ms", "<=", nowMs),
      ),
    )
    .execute();
}

/** Messages of a target that are due, those that waited longest first. */
export function listDue(
  db: DeliveryDb,
  { target, nowMs, limit }: { target: string; nowMs: number; limit: number },
): Promise<DeliveryRow[]> {
  return db
    .selectFrom("delivery")
    .selectAll()
    .where("target", "=", target)
    .where("next_at_ms", "<=", nowMs)
    .orderBy("next_at_ms")
    .orderBy("number")
    .limit(limit)
    .execute();
}

/** A message that waits; undefined once it was taken or given up. */
export function findDelivery(
  db: DeliveryDb,
  { target, message_id }: Pick<DeliveryRow, "target" | "message_id">,
): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom("delivery")
    .selectAll()
    .where("target", "=", target)
    .where("message_id", "=", message_id)
    .executeTakeFirst();
}

export async function updateDelivery(
  db: DeliveryDb,
  number: number,
  change: Pick<DeliveryRow, "attempts" | "next_at_ms">,
): Promise<void> {
  await db.updateTable("delivery").set(change).where("number", "=", number).execute();
}

export async function deleteDelivery(db: DeliveryDb, number: number): Promise<void> {
  await db.deleteFrom("delivery").where("number", "=", number).execute();
}

/** @returns how many waited */
export async function deleteWaiting(db: DeliveryDb, target: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("delivery")
    .where("target", "=", target)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function findSecret(db: DeliveryDb, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("delivery_secret")
    .select("secret")
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.secret;
}

export async function writeSecret(db: DeliveryDb, name: string, secret: string): Promise<void> {
  await db
    .insertInto("delivery_secret")
    .values({ name, secret })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ secret }))
    .execute();
}

/** Targets whose address is not in the store. */
export function listTargetsElsewhere(db: DeliveryDb): Promise<TargetRow[]> {
  return db.selectFrom("delivery_target").selectAll().where("url", "=", "").execute();
}

/** Takes a target away, and what waits for it. */
export async function deleteTarget(db: DeliveryDb, id: string): Promise<void> {
  await deleteWaiting(db, id);
  await db.deleteFrom("delivery_target").where("id", "=", id).execute();
}

/** Targets by id. */
export async function readTargets(db: DeliveryDb, ids: readonly string[]): Promise<Map<string, TargetRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("delivery_target")
    .selectAll()
    .where("id", "in", setOf([...ids]))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
