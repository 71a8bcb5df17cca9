import { toHex } from "../../avalanche/codec/bytes";
import { MOST_ADDRESSES, type WebhookEventType } from "../../contract/data/webhooks";
import { enqueue, hasRoom, type Message } from "../../delivery/outbox";
import { FirnError, NodeError } from "../../errors";
import type { Log } from "../../log";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import type { WebhookDb } from "../../store/db";
import { updateTarget } from "../../store/queries/delivery";
import { readEvmStream } from "../../store/queries/evm/stream";
import {
  listAddresses,
  listOpenWebhooks,
  readOpenHeights,
  updateWebhook,
  type WebhookRow,
} from "../../store/queries/webhooks/webhook";
import type { EvmContext, RequestContext } from "../handler";
import { CHAINS } from "../request/chains";
import { type EvmWatch, readEvmMessages } from "./evm-events";
import { type PWatch, readPMessages } from "./p-events";
import { outboxOf } from "./registry";
import { readSettings } from "./settings";

export interface FollowOptions {
  /** The store of webhooks, for reading. */
  db: WebhookDb;
  /** Commits as the one process that follows. @throws StoreError STORE_CONFLICT when it no longer is */
  commit<T>(work: (db: WebhookDb) => Promise<T>): Promise<T>;
  /** One snapshot of an indexed store. @throws NodeError NOTHING_INDEXED; InputError NOT_FOUND */
  read<T>(work: (context: RequestContext) => Promise<T>): Promise<T>;
  readEvm<T>(chainId: string, work: (context: EvmContext) => Promise<T>): Promise<T>;
  /** Unix ms. */
  nowMs: () => number;
  log: Pick<Log, "warn">;
}

/** What is looked at before one commit: blocks, and bytes of messages. */
const MOST_BLOCKS = 16;
const MOST_BYTES = 8 * 1024 * 1024;

/** The messages of blocks up to a height, which is the last that was looked at. */
interface Told {
  to: number;
  messages: Map<string, Message[]>;
}

/** Heights of a store that can be looked at. */
interface Stored {
  first: number;
  head: number;
}

/**
 * Looks once at every chain that a webhook follows: the next few blocks of those webhooks that are furthest behind. Their
 * messages and how far they have come are written together or not at all.
 * @returns whether there may be more at once
 */
export async function followOnce(options: FollowOptions): Promise<boolean> {
  const open = await listOpenWebhooks(options.db);
  let moved = false;
  for (const store of new Set(open.map((webhook) => webhook.store))) {
    const webhooks = open.filter((webhook) => webhook.store === store);
    try {
      moved = (await followStore(options, store, webhooks)) || moved;
    } catch (error) {
      // A store that is being made, moved or is away: its chain is the backlog.
      if (!(error instanceof FirnError) || isConflict(error)) throw error;
      if (!(error instanceof NodeError))
        options.log.warn("a chain can't be read for webhooks", { store, err: error });
    }
  }
  return moved;
}

function isConflict({ code }: FirnError): boolean {
  return code === "STORE_CONFLICT";
}

async function followStore(
  options: FollowOptions,
  store: string,
  webhooks: readonly WebhookRow[],
): Promise<boolean> {
  const stored = await readStored(options, store);
  const behind: WebhookRow[] = [];
  for (const webhook of webhooks)
    if (webhook.next_height <= stored.head && (await hasRoom(outboxOf(options.db), webhook.id)))
      behind.push(webhook);
  if (behind.length === 0) return false;
  const from = Math.min(...behind.map(({ next_height }) => next_height));
  const group = behind.filter(({ next_height }) => next_height === from);
  if (from < stored.first) {
    await skip(options, group, stored.first);
    return true;
  }
  // Where others go on, all go on together.
  const others = behind.flatMap(({ next_height }) => (next_height > from ? [next_height - 1] : []));
  const to = Math.min(stored.head, from + MOST_BLOCKS - 1, ...others);
  const told = await tell(options, { store, group, from, to });
  if (told === undefined) return false;
  const ids = group.map(({ id }) => id);
  await options.commit(async (db) => {
    const heights = await readOpenHeights(db, ids);
    for (const id of ids) {
      // Closed, or started anew meanwhile.
      if (heights.get(id) !== from) continue;
      const messages = told.messages.get(id) ?? [];
      await enqueue(outboxOf(db), { target: id, messages, nowMs: options.nowMs() });
      await updateWebhook(db, id, { next_height: told.to + 1 });
    }
  });
  return true;
}

async function readStored({ read, readEvm }: FollowOptions, store: string): Promise<Stored> {
  if (store === "primary")
    return read(async ({ db }) => ({
      first: 0,
      head: (await readCheckpoint(db, CHAINS.p.blockStream))?.height ?? 0,
    }));
  return readEvm(chainOf(store), async ({ db, history }) => ({
    // Older blocks that are still read come later: they are waited for.
    first: history === undefined || history.older === "wanted" ? 0 : history.firstHeight,
    head: history === undefined ? -1 : ((await readEvmStream(db, 0)).checkpoint?.height ?? -1),
  }));
}

/** Goes on where the store begins, and says what nobody was told of. */
async function skip({ commit, log }: FollowOptions, group: readonly WebhookRow[], first: number) {
  for (const { id, next_height } of group) {
    const lost = `blocks ${next_height} to ${first - 1} are not stored: nothing in them was told`;
    log.warn("a webhook skips blocks", { webhook: id, lost });
    await commit(async (db) => {
      await updateWebhook(db, id, { next_height: first });
      await updateTarget(outboxOf(db), id, { last_error: lost });
    });
  }
}

/** @returns undefined when not even the first block can be told of yet */
async function tell(
  options: FollowOptions,
  { store, group, from, to }: { store: string; group: readonly WebhookRow[]; from: number; to: number },
): Promise<Told | undefined> {
  const { read, readEvm } = options;
  if (store === "primary") {
    const watches = group.map(pWatch);
    return collect(from, to, (height) => read((context) => readPMessages(context, height, watches)));
  }
  const watches = await Promise.all(group.map((webhook) => evmWatch(options.db, webhook)));
  return collect(from, to, (height) =>
    readEvm(chainOf(store), (context) => readEvmMessages(context, height, watches)),
  );
}

/** Block by block, until there is enough for one commit or a block is not ready. */
async function collect(
  from: number,
  to: number,
  readBlock: (height: number) => Promise<Map<string, Message[]> | undefined>,
): Promise<Told | undefined> {
  const messages = new Map<string, Message[]>();
  let bytes = 0;
  let height = from;
  for (; height <= to && bytes < MOST_BYTES; height++) {
    const found = await readBlock(height);
    if (found === undefined) break;
    for (const [id, more] of found) {
      messages.set(id, [...(messages.get(id) ?? []), ...more]);
      bytes += more.reduce((sum, { body }) => sum + body.length, 0);
    }
  }
  return height === from ? undefined : { to: height - 1, messages };
}

async function evmWatch(db: WebhookDb, { id, settings }: WebhookRow): Promise<EvmWatch> {
  const addresses = await listAddresses(db, id, { limit: MOST_ADDRESSES });
  return {
    webhookId: id,
    settings: readSettings<"address_activity">(settings),
    addresses: new Set(addresses.map(({ address }) => toHex(address))),
  };
}

function pWatch({ id, event_type, settings }: WebhookRow): PWatch {
  const eventType = event_type as Exclude<WebhookEventType, "address_activity">;
  if (eventType === "validator_activity")
    return { webhookId: id, eventType, settings: readSettings<"validator_activity">(settings) };
  return {
    webhookId: id,
    eventType,
    settings: readSettings<"primary_network_address_activity">(settings),
  };
}

function chainOf(store: string): string {
  return store.slice("evm/".length);
}
