import type { Selectable, Updateable } from "kysely";
import type { WebhookDb } from "../../db";
import { largestOf, rowCount } from "../../sql/computed";
import { setOf } from "../../sql/expressions";
import type { WebhookTable } from "../../tables/webhooks";

export type WebhookRow = Selectable<WebhookTable>;

/** Adds a webhook behind all others. */
export async function insertWebhook(db: WebhookDb, webhook: Omit<WebhookRow, "number">): Promise<void> {
  const last = await db.selectFrom("webhook").select(largestOf("number").as("last")).executeTakeFirst();
  await db
    .insertInto("webhook")
    .values({ ...webhook, number: (last?.last ?? 0) + 1 })
    .execute();
}

export async function updateWebhook(
  db: WebhookDb,
  id: string,
  change: Updateable<WebhookTable>,
): Promise<void> {
  await db.updateTable("webhook").set(change).where("id", "=", id).execute();
}

/** How many webhooks an owner has. */
export async function countWebhooks(db: WebhookDb, owner: string): Promise<number> {
  const { count } = await db
    .selectFrom("webhook")
    .select(rowCount.as("count"))
    .where("owner", "=", owner)
    .executeTakeFirstOrThrow();
  return count;
}

/** A webhook of an owner, or of anybody if none is given. */
export function findWebhook(
  db: WebhookDb,
  { id, owner }: { id: string; owner: string | undefined },
): Promise<WebhookRow | undefined> {
  let query = db.selectFrom("webhook").selectAll().where("id", "=", id);
  if (owner !== undefined) query = query.where("owner", "=", owner);
  return query.executeTakeFirst();
}

/** Webhooks of an owner or of everybody, the newest first. @param state of their targets; of any if undefined */
export function listWebhooks(
  db: WebhookDb,
  list: {
    owner: string | undefined;
    state: "open" | "closed" | undefined;
    below: number | undefined;
    limit: number;
  },
): Promise<WebhookRow[]> {
  let query = db
    .selectFrom("webhook")
    .innerJoin("delivery_target", "delivery_target.id", "webhook.id")
    .selectAll("webhook");
  if (list.owner !== undefined) query = query.where("owner", "=", list.owner);
  if (list.state !== undefined) query = query.where("state", "=", list.state);
  if (list.below !== undefined) query = query.where("number", "<", list.below);
  return query.orderBy("number", "desc").limit(list.limit).execute();
}

/** Every webhook whose target is open. */
export function listOpenWebhooks(db: WebhookDb): Promise<WebhookRow[]> {
  return db
    .selectFrom("webhook")
    .innerJoin("delivery_target", "delivery_target.id", "webhook.id")
    .selectAll("webhook")
    .where("state", "=", "open")
    .orderBy("number")
    .execute();
}

/** Which webhooks of some are open and where they stand: to be sure of in the transaction that moves them. */
export async function readOpenHeights(db: WebhookDb, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("webhook")
    .innerJoin("delivery_target", "delivery_target.id", "webhook.id")
    .select(["webhook.id", "next_height"])
    .where("state", "=", "open")
    .where("webhook.id", "in", setOf([...ids]))
    .execute();
  return new Map(rows.map(({ id, next_height }) => [id, next_height]));
}

/** Addresses of an EVM webhook in the order in which they were added, 20 bytes each. */
export function listAddresses(
  db: WebhookDb,
  webhook: string,
  { after = 0, limit }: { after?: number | undefined; limit: number },
): Promise<{ number: number; address: Uint8Array }[]> {
  return db
    .selectFrom("webhook_address")
    .select(["number", "address"])
    .where("webhook", "=", webhook)
    .where("number", ">", after)
    .orderBy("number")
    .limit(limit)
    .execute();
}

export async function countAddresses(db: WebhookDb, webhook: string): Promise<number> {
  const { count } = await db
    .selectFrom("webhook_address")
    .select(rowCount.as("count"))
    .where("webhook", "=", webhook)
    .executeTakeFirstOrThrow();
  return count;
}

/** Adds addresses behind those that it has; one that it has stays where it is. */
export async function insertAddresses(
  db: WebhookDb,
  webhook: string,
  addresses: readonly Uint8Array[],
): Promise<void> {
  const last = await db
    .selectFrom("webhook_address")
    .select(largestOf("number").as("last"))
    .where("webhook", "=", webhook)
    .executeTakeFirst();
  let number = last?.last ?? 0;
  for (const address of addresses) {
    number += 1;
    await db
      .insertInto("webhook_address")
      .values({ webhook, number, address })
      .onConflict((conflict) => conflict.columns(["webhook", "address"]).doNothing())
      .execute();
  }
}

export async function deleteAddresses(
  db: WebhookDb,
  webhook: string,
  addresses: readonly Uint8Array[],
): Promise<void> {
  for (const address of addresses)
    await db
      .deleteFrom("webhook_address")
      .where("webhook", "=", webhook)
      .where("address", "=", address)
      .execute();
}
