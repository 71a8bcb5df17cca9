import type { Selectable } from "kysely";
import type { WebhookDb } from "../../db";
import type { AlertProgressTable, AlertStateTable, AlertToldTable } from "../../tables/webhooks";

export type AlertStateRow = Selectable<AlertStateTable>;
export type AlertToldRow = Selectable<AlertToldTable>;
export type AlertProgressRow = Selectable<AlertProgressTable>;

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

export function listAlertProgress(db: WebhookDb): Promise<AlertProgressRow[]> {
  return db.selectFrom("alert_progress").selectAll().execute();
}

export async function writeAlertProgress(db: WebhookDb, row: AlertProgressRow): Promise<void> {
  await db
    .insertInto("alert_progress")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["channel", "chain"])
        .doUpdateSet({ next_position: row.next_position, untraced: row.untraced }),
    )
    .execute();
}

/** Forgets how far a channel was told: it begins anew. */
export async function deleteAlertProgress(db: WebhookDb, channel: string): Promise<void> {
  await db.deleteFrom("alert_progress").where("channel", "=", channel).execute();
}
