import type { Outlet } from "../../delivery/deliver";
import { idOf } from "../../delivery/message-id";
import { enqueue, hasRoom, openTargetElsewhere, reopenTarget } from "../../delivery/outbox";
import { FirnError, NodeError } from "../../errors";
import { every } from "../../every";
import type { Log } from "../../log";
import type { WebhookDb } from "../../store/db";
import { deleteTarget, listTargetsElsewhere } from "../../store/queries/delivery";
import {
  deleteAlertProgress,
  deleteAlertState,
  deleteAlertTold,
  forgetAlertsTold,
  listAlertStates,
  listAlertsTold,
  writeAlertState,
  writeAlertTold,
} from "../../store/queries/webhooks/alert";
import { bodyOf, noteOf } from "./note";
import { outboxOf, outletOf, PREFIX, targetOf } from "./outlet";
import { type Plan, planOf, type Seen, type Telling } from "./plan";
import type { AlertSettings, Channel, WatchedAlertSettings } from "./settings";

/** How often it is looked what needs attention, ms. */
const LOOK_MS = 5_000;

export interface NotifyOptions {
  /** The store of webhooks, for reading. */
  db: WebhookDb;
  /** Commits as the one process that tells. @throws StoreError STORE_CONFLICT when it no longer is */
  commit<T>(work: (db: WebhookDb) => Promise<T>): Promise<T>;
  settings: Pick<WatchedAlertSettings, "current">;
  /** What needs attention now. @throws FirnError when that can't be said */
  see(): Promise<Seen>;
  /** Unix ms. */
  nowMs: () => number;
  lookMs?: number;
  signal: AbortSignal;
  log: Pick<Log, "warn">;
}

/**
 * Tells the operator's channels what begins, lasts and ends, until the signal. What is kept of an alert and the messages
 * about it are written together or not at all.
 * @throws StoreError what `commit` throws
 */
export async function notify(options: NotifyOptions): Promise<void> {
  await every(options.lookMs ?? LOOK_MS, () => notifyOnce(options), { signal: options.signal });
}

/** Where messages of a channel's target go. */
export function outletOfTarget(
  settings: Pick<WatchedAlertSettings, "current">,
): (target: string) => Outlet | undefined {
  return (target) => {
    const channel = settings.current()?.channels.find(({ name }) => targetOf(name) === target);
    return channel && outletOf(channel);
  };
}

async function notifyOnce({ db, commit, settings, see, nowMs, log }: NotifyOptions): Promise<void> {
  const current = settings.current();
  if (current === undefined) return;
  const seen = await see().catch((error: unknown) => {
    if (!(error instanceof FirnError)) throw error;
    // Before anything is indexed there is nothing to tell of.
    if (!(error instanceof NodeError)) log.warn("what needs attention can't be read", { err: error });
    return undefined;
  });
  if (seen === undefined) return;
  if (isNothing(await look(db, { current, seen, nowMs: nowMs() }))) return;
  await commit(async (trx) => {
    await syncTargets(trx, current);
    const atMs = nowMs();
    await write(trx, await look(trx, { current, seen, nowMs: atMs }), { current, atMs });
  });
}

interface Look {
  current: AlertSettings;
  seen: Seen;
  nowMs: number;
}

/** What is to be done; the targets that differ from the channels count too. */
async function look(db: WebhookDb, { current, seen, nowMs }: Look): Promise<Plan & { isInSync: boolean }> {
  const targets = new Map((await listTargetsElsewhere(outboxOf(db))).map((row) => [row.id, row]));
  const ids = current.channels.map(({ name }) => targetOf(name));
  const isInSync = targets.size === ids.length && ids.every((id) => targets.get(id)?.state === "open");
  const channels: Channel[] = [];
  // A channel that takes nothing is told once there is room.
  for (const channel of current.channels)
    if (await hasRoom(outboxOf(db), targetOf(channel.name))) channels.push(channel);
  const kept = { states: await listAlertStates(db), told: await listAlertsTold(db) };
  return { isInSync, ...planOf(seen, kept, { channels, nowMs }) };
}

function isNothing({ isInSync, ...plan }: Awaited<ReturnType<typeof look>>): boolean {
  return isInSync && Object.values(plan).every((rows) => rows.length === 0);
}

/** Opens targets for new channels and takes those of former ones away. */
async function syncTargets(db: WebhookDb, { channels }: AlertSettings): Promise<void> {
  const targets = await listTargetsElsewhere(outboxOf(db));
  const wanted = new Map(channels.map(({ name }) => [targetOf(name), name]));
  for (const { id, state } of targets) {
    const name = wanted.get(id);
    if (name !== undefined && state === "open") continue;
    // Nothing was taken for two days: what still lasts is told again.
    await forgetAlertsTold(db, id.slice(PREFIX.length));
    await deleteAlertProgress(db, id.slice(PREFIX.length));
    if (name === undefined) await deleteTarget(outboxOf(db), id);
    else await reopenTarget(outboxOf(db), id);
  }
  for (const id of wanted.keys())
    if (!targets.some((target) => target.id === id)) await openTargetElsewhere(outboxOf(db), id);
}

async function write(
  db: WebhookDb,
  plan: Plan,
  { current, atMs }: { current: AlertSettings; atMs: number },
): Promise<void> {
  for (const row of plan.states) await writeAlertState(db, row);
  for (const key of plan.endedStates) await deleteAlertState(db, key);
  for (const row of plan.told) await writeAlertTold(db, row);
  for (const row of plan.endedTold) await deleteAlertTold(db, row);
  for (const telling of plan.tellings) await send(db, telling, { web: current.web, nowMs: atMs });
}

async function send(
  db: WebhookDb,
  { channel, state, key, alert, sinceMs, count }: Telling,
  { web, nowMs }: { web: string | undefined; nowMs: number },
): Promise<void> {
  const id = idOf([channel.name, key, String(sinceMs), state, String(count)]);
  const body = bodyOf(channel, noteOf({ id, state, alert, sinceMs, nowMs, web }));
  await enqueue(outboxOf(db), { target: targetOf(channel.name), messages: [{ id, body }], nowMs });
}
