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

/** Every table of the store of webhooks. */
export interface WebhookTables extends DeliveryTables {
  lease: LeaseTable;
  webhook: WebhookTable;
  webhook_address: WebhookAddressTable;
}
