import { randomUUID } from "node:crypto";
import { refusalOfUrl } from "../../client/post";
import { MOST_ADDRESSES } from "../../contract/data/webhooks";
import { closeTarget, openTarget, reopenTarget } from "../../delivery/outbox";
import { InputError, StoreError } from "../../errors";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import type { DeliveryDb, WebhookDb } from "../../store/db";
import { findTarget, readTargets, updateTarget } from "../../store/queries/delivery";
import { readEvmStream } from "../../store/queries/evm/stream";
import {
  countAddresses,
  countWebhooks,
  findWebhook,
  insertAddresses,
  insertWebhook,
  listAddresses,
  updateWebhook,
  type WebhookRow,
} from "../../store/queries/webhooks/webhook";
import type { Manager } from "../access/managing";
import type { HandlerRequest } from "../handler";
import type { WebhookRows } from "../present/webhook";
import { CHAINS } from "../request/chains";
import { type CheckedWebhook, P_CHAIN_ID, readSettings } from "./settings";

/** Webhooks of one key, so that nobody fills the store. */
const MOST_WEBHOOKS = 100;

/** What the owner of a row is called: the operator's have no name. */
export const ownerOf = (manager: Manager) => manager.owner ?? "";

/** An outbox of the store of webhooks. */
export const outboxOf = (db: WebhookDb) => db as unknown as DeliveryDb;

type Readers = Pick<HandlerRequest<never>, "read" | "readEvm">;

/** Where the webhook's blocks are, what answers call the chain, and the next block. @throws InputError NOT_FOUND; NodeError NOTHING_INDEXED */
export async function placeOf(
  webhook: { eventType: CheckedWebhook["eventType"]; chainId?: string },
  { read, readEvm }: Readers,
): Promise<Pick<WebhookRow, "store" | "chain" | "next_height">> {
  if (webhook.eventType === "address_activity")
    return readEvm(webhook.chainId ?? "", async ({ db, evmChainId }) => ({
      store: `evm/${evmChainId}`,
      chain: evmChainId,
      next_height: ((await readEvmStream(db, 0)).checkpoint?.height ?? -1) + 1,
    }));
  return read(async ({ db }) => ({
    store: "primary",
    chain: P_CHAIN_ID,
    next_height: ((await readCheckpoint(db, CHAINS.p.blockStream))?.height ?? 0) + 1,
  }));
}

/** @throws InputError BAD_PARAMETER for a URL that this manager's webhooks may not have */
export function checkUrl(url: string, manager: Manager): void {
  const refusal = refusalOfUrl(url, manager.mayReachPrivate);
  if (refusal !== undefined) throw new InputError("BAD_PARAMETER", `url is not possible: ${refusal}`);
}

export interface NewWebhook {
  url: string;
  name: string;
  description: string;
  checked: CheckedWebhook;
  place: Awaited<ReturnType<typeof placeOf>>;
}

/** @returns its id @throws InputError BAD_PARAMETER when the key has too many */
export async function addWebhook(
  db: WebhookDb,
  { url, name, description, checked, place }: NewWebhook,
  { manager, nowMs }: { manager: Manager; nowMs: number },
): Promise<string> {
  const owner = ownerOf(manager);
  if ((await countWebhooks(db, owner)) >= MOST_WEBHOOKS)
    throw new InputError("BAD_PARAMETER", `there are ${MOST_WEBHOOKS} webhooks, which is the most`, {
      hint: "change one of them: an EVM webhook takes many addresses",
    });
  const id = randomUUID();
  await openTarget(outboxOf(db), { id, url, signer: owner, isPrivate: manager.mayReachPrivate });
  await insertWebhook(db, {
    id,
    owner,
    event_type: checked.eventType,
    name,
    description,
    settings: JSON.stringify(checked.settings),
    created_at: Math.floor(nowMs / 1_000),
    ...place,
  });
  if (checked.eventType === "address_activity") await addAddresses(db, id, checked.addresses);
  return id;
}

/** @throws InputError BAD_PARAMETER when the webhook would have too many */
export async function addAddresses(
  db: WebhookDb,
  id: string,
  addresses: readonly Uint8Array[],
): Promise<void> {
  await insertAddresses(db, id, addresses);
  const count = await countAddresses(db, id);
  if (count > MOST_ADDRESSES)
    throw new InputError(
      "BAD_PARAMETER",
      `the webhook would have ${count} addresses: ${MOST_ADDRESSES} at most`,
    );
}

/** @throws InputError NOT_FOUND when the manager has no such webhook */
export async function requireWebhook(db: WebhookDb, manager: Manager, id: string): Promise<WebhookRow> {
  const found = await findWebhook(db, { id: id.toLowerCase(), owner: manager.owner });
  if (found !== undefined) return found;
  throw new InputError("NOT_FOUND", `there is no webhook ${id}`);
}

/** The rows of webhooks, in the same order. */
export async function rowsOf(
  db: WebhookDb,
  webhooks: readonly WebhookRow[],
  { withAddresses = true } = {},
): Promise<WebhookRows[]> {
  const targets = await readTargets(
    outboxOf(db),
    webhooks.map(({ id }) => id),
  );
  const all: WebhookRows[] = [];
  for (const webhook of webhooks) {
    const target = targets.get(webhook.id);
    if (target === undefined) throw new StoreError("STORE_CONFLICT", `webhook ${webhook.id} has no target`);
    const hasAddresses = withAddresses && webhook.event_type === "address_activity";
    const addresses = hasAddresses ? await listAddresses(db, webhook.id, { limit: MOST_ADDRESSES }) : [];
    all.push({ webhook, target, addresses: addresses.map(({ address }) => address) });
  }
  return all;
}

export async function readWebhook(db: WebhookDb, manager: Manager, id: string): Promise<WebhookRows> {
  const [rows] = await rowsOf(db, [await requireWebhook(db, manager, id)]);
  return rows as WebhookRows;
}

export async function deactivate(db: WebhookDb, { id }: WebhookRow, manager: Manager): Promise<void> {
  const by = manager.owner === undefined ? "the operator" : "its owner";
  await closeTarget(outboxOf(db), id, `deactivated by ${by}`);
}

/** Starts an inactive webhook at a block; leaves an active one alone. */
export async function activate(db: WebhookDb, { id }: WebhookRow, nextHeight: number): Promise<void> {
  if ((await findTarget(outboxOf(db), id))?.state === "open") return;
  await reopenTarget(outboxOf(db), id);
  await updateWebhook(db, id, { next_height: nextHeight });
}

export interface WebhookChange {
  name?: string | undefined;
  description?: string | undefined;
  url?: string | undefined;
  includeInternalTxs?: boolean | undefined;
  includeLogs?: boolean | undefined;
}

/** @throws InputError BAD_PARAMETER for what the webhook's event type does not have, and as `checkUrl` */
export async function changeWebhook(
  db: WebhookDb,
  webhook: WebhookRow,
  { change, manager }: { change: WebhookChange; manager: Manager },
): Promise<void> {
  const { id, name, description } = webhook;
  if (change.url !== undefined) {
    checkUrl(change.url, manager);
    await updateTarget(outboxOf(db), id, {
      url: change.url,
      is_private: Number(manager.mayReachPrivate),
      failures: 0,
      failing_since_ms: null,
      paused_until_ms: 0,
    });
  }
  const { includeInternalTxs, includeLogs } = change;
  const options = {
    ...(includeInternalTxs !== undefined && { includeInternalTxs }),
    ...(includeLogs !== undefined && { includeLogs }),
  };
  if (Object.keys(options).length > 0 && webhook.event_type !== "address_activity")
    throw new InputError("BAD_PARAMETER", `${Object.keys(options)[0]} goes with address_activity only`);
  await updateWebhook(db, id, {
    name: change.name ?? name,
    description: change.description ?? description,
    settings: JSON.stringify({ ...readSettings(webhook.settings), ...options }),
  });
}
