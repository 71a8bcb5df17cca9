import type { WebhookEventType } from "../../contract/data/webhooks";
import { idOf } from "../../delivery/message-id";
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
