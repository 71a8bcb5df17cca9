import type { Selectable } from "kysely";
import type { WebhookDb } from "../../db";
import type { AlertStateTable, AlertToldTable } from "../../tables/webhooks";

export type AlertStateRow = Selectable<AlertStateTable>;
export type AlertToldRow = Selectable<AlertToldTable>;

export function listAlertStates(db: WebhookDb): Promise<AlertStateRow[]> {
  return db.selectFrom("alert_state").selectAll().orderBy("since_ms").orderBy("key").execute();
}

export function listAlertsTold(db: WebhookDb): Promise<AlertToldRow[]> {
  return db.selectFrom("alert_told").selectAll().execute();
}

export async function writeAlertState(db: WebhookDb, row: AlertStateRow): Promise<void> {
  const { key: _, ...change } = row;
  await db
    .insertInto("alert_state")
    .values(row)
    .onConflict((conflict) => conflict.column("key").doUpdateSet(change))
    .execute();
}

export async function deleteAlertState(db: WebhookDb, key: string): Promise<void> {
  await db.deleteFrom("alert_state").where("key", "=", key).execute();
}

export async function writeAlertTold(db: WebhookDb, row: AlertToldRow): Promise<void> {
  const { channel: _, key: __, ...change } = row;
  await db
    .insertInto("alert_told")
    .values(row)
    .onConflict((conflict) => conflict.columns(["channel", "key"]).doUpdateSet(change))
    .execute();
}

export async function deleteAlertTold(
  db: WebhookDb,
  { channel, key }: Pick<AlertToldRow, "channel" | "key">,
): Promise<void> {
  await db.deleteFrom("alert_told").where("channel", "=", channel).where("key", "=", key).execute();
}

/** Forgets all that a channel was told. */
export async function forgetAlertsTold(db: WebhookDb, channel: string): Promise<void> {
  await db.deleteFrom("alert_told").where("channel", "=", channel).execute();
}
