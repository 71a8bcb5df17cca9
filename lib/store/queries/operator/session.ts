import type { Insertable, Selectable } from "kysely";
import type { OperatorDb } from "../../db";
import type { SessionTable } from "../../tables/operator/console";

export type SessionRow = Selectable<SessionTable>;

/** Running sessions were used after `touchedAfterMs` and not ended by hand. */
interface Running {
  touchedAfterMs: number;
}

export async function insertSession(db: OperatorDb, session: Insertable<SessionTable>): Promise<void> {
  await db.insertInto("session").values(session).execute();
}

/** A session that was not ended, whenever it was last used. */
export async function findSession(db: OperatorDb, secretHash: Uint8Array): Promise<SessionRow | undefined> {
  return db
    .selectFrom("session")
    .selectAll()
    .where("secret_hash", "=", secretHash)
    .where("ended_at_ms", "is", null)
    .executeTakeFirst();
}

/** Newest first, at most 100. */
export async function listSessions(db: OperatorDb, { touchedAfterMs }: Running): Promise<SessionRow[]> {
  return db
    .selectFrom("session")
    .selectAll()
    .where("ended_at_ms", "is", null)
    .where("touched_at_ms", ">", touchedAfterMs)
    .orderBy("started_at_ms", "desc")
    .limit(100)
    .execute();
}

export async function touchSession(db: OperatorDb, shortId: string, nowMs: number): Promise<void> {
  await db.updateTable("session").set({ touched_at_ms: nowMs }).where("short_id", "=", shortId).execute();
}

/** One session by its short id, or all of them. */
export async function endSessions(db: OperatorDb, nowMs: number, shortId?: string): Promise<void> {
  let update = db.updateTable("session").set({ ended_at_ms: nowMs }).where("ended_at_ms", "is", null);
  if (shortId !== undefined) update = update.where("short_id", "=", shortId);
  await update.execute();
}

/** Deletes sessions last used before a time. The audit keeps their names. */
export async function forgetSessions(db: OperatorDb, touchedBeforeMs: number): Promise<void> {
  await db.deleteFrom("session").where("touched_at_ms", "<", touchedBeforeMs).execute();
}

export async function insertLink(db: OperatorDb, secretHash: Uint8Array, expiresAtMs: number): Promise<void> {
  await db
    .insertInto("sign_in_link")
    .values({ secret_hash: secretHash, expires_at_ms: expiresAtMs, used_at_ms: null })
    .execute();
}

/** Uses up an open link. Of two attempts at once, one succeeds. */
export async function takeLink(db: OperatorDb, secretHash: Uint8Array, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sign_in_link")
    .set({ used_at_ms: nowMs })
    .where("secret_hash", "=", secretHash)
    .where("used_at_ms", "is", null)
    .where("expires_at_ms", ">", nowMs)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Why a link is not open; undefined when there is none with that hash. */
export async function findLink(
  db: OperatorDb,
  secretHash: Uint8Array,
): Promise<{ used_at_ms: number | null } | undefined> {
  return db
    .selectFrom("sign_in_link")
    .select("used_at_ms")
    .where("secret_hash", "=", secretHash)
    .executeTakeFirst();
}

/** Deletes links: all, or those that expired before a time. */
export async function forgetLinks(db: OperatorDb, expiredBeforeMs?: number): Promise<void> {
  let remove = db.deleteFrom("sign_in_link");
  if (expiredBeforeMs !== undefined) remove = remove.where("expires_at_ms", "<", expiredBeforeMs);
  await remove.execute();
}
