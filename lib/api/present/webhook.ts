import { formatEvmAddress } from "../../avalanche/evm-address";
import type { EvmWebhook, Webhook } from "../../contract/data/webhooks";
import type { WebhookState } from "../../contract/firn/webhooks";
import type { TargetRow } from "../../store/queries/delivery";
import type { WebhookRow } from "../../store/queries/webhooks/webhook";
import { readSettings } from "../webhooks/settings";

/** A webhook's rows. */
export interface WebhookRows {
  webhook: WebhookRow;
  target: TargetRow;
  /** Of an EVM webhook, 20 bytes each. */
  addresses: readonly Uint8Array[];
}

/** A webhook in its published form. */
export function presentWebhook(rows: WebhookRows): Webhook {
  const { webhook } = rows;
  if (webhook.event_type === "address_activity") return presentEvmWebhook(rows);
  const base = presentBase(rows);
  if (webhook.event_type === "validator_activity")
    return {
      ...base,
      eventType: "validator_activity",
      metadata: readSettings<"validator_activity">(webhook.settings),
    };
  return {
    ...base,
    eventType: "primary_network_address_activity",
    metadata: readSettings<"primary_network_address_activity">(webhook.settings),
  };
}

export function presentEvmWebhook(rows: WebhookRows): EvmWebhook {
  const { eventSignatures, ...options } = readSettings<"address_activity">(rows.webhook.settings);
  return {
    ...presentBase(rows),
    eventType: "address_activity",
    metadata: {
      ...(eventSignatures === undefined ? {} : { eventSignatures }),
      addresses: rows.addresses.map(formatEvmAddress),
    },
    ...options,
  };
}

/** A webhook as the operator sees it. @param waiting messages that wait for it */
export function presentState(
  { webhook, target }: Omit<WebhookRows, "addresses">,
  waiting: number,
): WebhookState {
  const { last_success_ms, last_failure_ms, last_error } = target;
  return {
    id: webhook.id,
    name: webhook.name,
    url: target.url,
    eventType: webhook.event_type,
    chainId: webhook.chain,
    status: statusOf(target),
    ...(webhook.owner === "" ? {} : { key: webhook.owner }),
    ...(target.reason === null ? {} : { reason: target.reason }),
    createdAtMs: webhook.created_at * 1_000,
    waiting,
    delivered: target.delivered,
    dropped: target.dropped,
    failures: target.failures,
    nextHeight: webhook.next_height,
    ...(last_success_ms === null ? {} : { lastSuccessMs: last_success_ms }),
    ...(last_failure_ms === null ? {} : { lastFailureMs: last_failure_ms }),
    ...(last_error === null ? {} : { lastError: last_error }),
  };
}

function presentBase({ webhook, target }: Omit<WebhookRows, "addresses">) {
  return {
    id: webhook.id,
    url: target.url,
    chainId: webhook.chain,
    status: statusOf(target),
    createdAt: webhook.created_at,
    name: webhook.name,
    description: webhook.description,
  };
}

function statusOf({ state }: TargetRow): "active" | "inactive" {
  return state === "open" ? "active" : "inactive";
}
