import { StoreError } from "../errors";
import type { DeliveryDb } from "../store/db";
import {
  countWaiting,
  deleteWaiting,
  findSecret,
  findTarget,
  insertDeliveries,
  insertTarget,
  updateTarget,
  writeSecret,
} from "../store/queries/delivery";
import { newSigningSecret } from "./signature";

/**
 * An outbox: targets, and messages that wait for them. It knows no events. All functions take the transaction of whoever
 * calls, so that a message is kept if and only if what it tells of is.
 */

/** What may wait for one target. */
const MOST_WAITING = { messages: 1_000, bytes: 16 * 1024 * 1024 };

export interface NewTarget {
  /** Anything unique, such as a UUID. */
  id: string;
  url: string;
  /** Name of the secret that signs its messages; made if there is none. */
  signer: string;
  /** Whether its host may have an address that is not public. */
  isPrivate: boolean;
}

/** A message: the text that is sent, and the id by which its receiver knows a repetition. */
export interface Message {
  id: string;
  /** `canonicalJson` of it. */
  body: string;
}

export async function openTarget(db: DeliveryDb, { id, url, signer, isPrivate }: NewTarget): Promise<void> {
  await readSecret(db, signer);
  await openAt(db, { id, url, signer, isPrivate });
}

/** Opens a target whose address and secret whoever delivers knows (`DeliverOptions.outletOf`): the store has neither. */
export async function openTargetElsewhere(db: DeliveryDb, id: string): Promise<void> {
  await openAt(db, { id, url: "", signer: "", isPrivate: true });
}

async function openAt(db: DeliveryDb, { id, url, signer, isPrivate }: NewTarget): Promise<void> {
  await insertTarget(db, {
    id,
    url,
    signer,
    is_private: Number(isPrivate),
    state: "open",
    reason: null,
    failures: 0,
    failing_since_ms: null,
    paused_until_ms: 0,
    last_success_ms: null,
    last_failure_ms: null,
    last_error: null,
    delivered: 0,
    dropped: 0,
  });
}

/** Opens a closed target again: what failed before is forgotten. */
export async function reopenTarget(db: DeliveryDb, id: string): Promise<void> {
  const fresh = { failures: 0, failing_since_ms: null, paused_until_ms: 0 };
  await updateTarget(db, id, { ...fresh, state: "open", reason: null });
}

/** Closes a target. What waits for it is dropped, which the reason says. */
export async function closeTarget(db: DeliveryDb, id: string, reason: string): Promise<void> {
  const target = await findTarget(db, id);
  if (target === undefined || target.state === "closed") return;
  const waiting = await deleteWaiting(db, id);
  const lost =
    waiting === 0 ? "" : `; ${waiting} ${waiting === 1 ? "event" : "events"} that waited were dropped`;
  await updateTarget(db, id, { state: "closed", reason: reason + lost, dropped: target.dropped + waiting });
}

/** Whether there is room for more messages. A target without any takes a message of any size. */
export async function hasRoom(db: DeliveryDb, target: string): Promise<boolean> {
  const { messages, bytes } = await countWaiting(db, target);
  return messages < MOST_WAITING.messages && bytes < MOST_WAITING.bytes;
}

/**
 * Adds messages for an open target, in their order; those of a closed one are not kept. One with the id of a message that
 * waits is that message. Ask `hasRoom` first.
 */
export async function enqueue(
  db: DeliveryDb,
  { target, messages, nowMs }: { target: string; messages: readonly Message[]; nowMs: number },
): Promise<void> {
  if ((await findTarget(db, target))?.state !== "open") return;
  await insertDeliveries(
    db,
    messages.map(({ id, body }) => ({
      target,
      message_id: id,
      body,
      size: Buffer.byteLength(body),
      created_at_ms: nowMs,
      next_at_ms: nowMs,
    })),
  );
}

/** The secret of a signer, hex; made if there is none. */
export async function readSecret(db: DeliveryDb, signer: string): Promise<string> {
  return (await findSecret(db, signer)) ?? rotateSecret(db, signer);
}

/** A new secret, which signs everything that is sent from now on. */
export async function rotateSecret(db: DeliveryDb, signer: string): Promise<string> {
  const secret = newSigningSecret();
  await writeSecret(db, signer, secret);
  return secret;
}

/** @throws StoreError STORE_CONFLICT when a target's signer has no secret, which `openTarget` makes */
export async function secretOf(db: DeliveryDb, signer: string): Promise<string> {
  const secret = await findSecret(db, signer);
  if (secret !== undefined) return secret;
  throw new StoreError("STORE_CONFLICT", `there is no secret called ${signer}`);
}
