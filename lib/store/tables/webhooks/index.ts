import type { LeaseTable } from "../bookkeeping";
import type { DeliveryTables } from "../delivery";

/** A webhook: what it watches. Where it goes to is its target, which has the same id. */
export interface WebhookTable {
  /** Counts up. */
  number: number;
  id: string;
  /** Name of the API key that made it; empty for the operator's. */
  owner: string;
  event_type: string;
  name: string;
  description: string;
  /** Of which store: `evm/43114`, or `primary`. */
  store: string;
  /** The `chainId` of answers. */
  chain: string;
  /** JSON: `WebhookSettings` in `contract/data/webhooks.ts`, without the addresses of an EVM webhook. */
  settings: string;
  /** Unix seconds. */
  created_at: number;
  /** The next block to look at. */
  next_height: number;
}

/** An address of an EVM webhook. */
export interface WebhookAddressTable {
  webhook: string;
  /** Counts up for a webhook. */
  number: number;
  /** 20 bytes. */
  address: Uint8Array;
}

/** An alert that is on, or was until lately. Times: unix ms. */
export interface AlertStateTable {
  /** Its kind and what it is about. */
  key: string;
  /** JSON: the `FirnAlert` as it was told last, or first seen. */
  alert: string;
  since_ms: number;
  /** Since when it is no longer there; null while it is. */
  gone_ms: number | null;
}

/** That a channel was told of an alert. */
export interface AlertToldTable {
  channel: string;
  /** Of the alert. */
  key: string;
  /** How much it mattered then. */
  severity: string;
  told_ms: number;
  /** How often it was told: 1 at first. */
  count: number;
}

/** How far a channel was told of the transactions of its addresses. */
export interface AlertProgressTable {
  channel: string;
  /** `p`, `x`, `c`, or `evm/43114`. */
  chain: string;
  /** The first position that was not looked at. */
  next_position: number;
  /** Of an EVM chain: heights of blocks whose inner calls were not known then, and are to be told. Ranges as in facts. */
  untraced: string;
}

/** Every table of the store of webhooks. */
export interface WebhookTables extends DeliveryTables {
  alert_progress: AlertProgressTable;
  alert_state: AlertStateTable;
  alert_told: AlertToldTable;
  lease: LeaseTable;
  webhook: WebhookTable;
  webhook_address: WebhookAddressTable;
}
