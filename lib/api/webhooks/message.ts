import { createHash } from "node:crypto";
import type { WebhookEventType } from "../../contract/data/webhooks";
import type { Message } from "../../delivery/outbox";
import { canonicalJson } from "../../delivery/signature";

/** What happened, for one webhook. */
export interface WebhookEvent {
  webhookId: string;
  eventType: WebhookEventType;
  /** Names what happened, and nothing else that did: the chain and the transaction, say. */
  key: readonly string[];
  event: object;
}

/**
 * An event in its envelope. Its `messageId` follows from the webhook and what happened: made again, it is the same message.
 */
export function messageOf({ webhookId, eventType, key, event }: WebhookEvent): Message {
  const messageId = idOf([webhookId, eventType, ...key]);
  return { id: messageId, body: canonicalJson({ webhookId, eventType, messageId, event }) };
}

/** A UUID of version 8 from a hash. @source RFC 9562 */
function idOf(parts: readonly string[]): string {
  const hash = createHash("sha256").update(JSON.stringify(parts)).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return hash.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
