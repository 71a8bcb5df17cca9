import { idOf } from "../../delivery/message-id";
import { enqueue, hasRoom } from "../../delivery/outbox";
import { FirnError, NodeError } from "../../errors";
import { readRanges, writeRanges } from "../../store/bookkeeping/height-ranges";
import type { WebhookDb } from "../../store/db";
import { findTarget } from "../../store/queries/delivery";
import {
  type AlertProgressRow,
  deleteAlertProgress,
  listAlertProgress,
  writeAlertProgress,
} from "../../store/queries/webhooks/alert";
import type { EvmStoreId } from "../../store/stores";
import type { FollowOptions } from "../webhooks/follow";
import { beginOfChain, endOfChain, type Found, findOnChain, type Happening, LETTERS } from "./activity";
import { beginOfEvmChain, endOfEvmChain, findLateCalls, findOnEvmChain } from "./evm-activity";
import { activityNote, bodyOf } from "./note";
import { outboxOf, targetOf } from "./outlet";
import { isQuiet } from "./quiet";
import type { AlertSettings, Channel, WatchedAlertSettings } from "./settings";

export interface ActivityOptions extends FollowOptions {
  settings: Pick<WatchedAlertSettings, "current">;
  /** The EVM chains whose stores there are. */
  listEvmChains(): Promise<EvmStoreId[]>;
}

type Watching = Channel & { addresses: NonNullable<Channel["addresses"]> };

/**
 * Looks once at what the addresses of the operator's channels did since the last look. The messages and how far they reach are
 * written together or not at all. A channel begins with what comes after it is first seen; in its quiet hours, and while it
 * takes nothing, it waits where it is.
 * @throws StoreError what `commit` throws
 */
export async function tellActivity(options: ActivityOptions): Promise<void> {
  const { db, commit, settings, nowMs } = options;
  const current = settings.current();
  if (current === undefined) return;
  const progress = await listAlertProgress(db);
  const watching = current.channels.filter((channel): channel is Watching => channel.addresses !== undefined);
  for (const name of new Set(progress.map(({ channel }) => channel)))
    if (!watching.some((channel) => channel.name === name))
      await commit((trx) => deleteAlertProgress(trx, name));
  for (const channel of watching) {
    if (channel.quiet !== undefined && isQuiet(channel.quiet, nowMs())) continue;
    if (!(await takes(db, channel))) continue;
    const own = progress.filter((row) => row.channel === channel.name);
    for (const chain of [...LETTERS, ...(await options.listEvmChains())])
      await tellOfChain(options, { current, channel, chain, row: own.find((row) => row.chain === chain) });
  }
}

/** Whether a channel's target is open, with room for messages. */
async function takes(db: WebhookDb, { name }: Channel): Promise<boolean> {
  const target = await findTarget(outboxOf(db), targetOf(name));
  return target?.state === "open" && (await hasRoom(outboxOf(db), targetOf(name)));
}

type ChainKey = (typeof LETTERS)[number] | EvmStoreId;

interface Look {
  current: AlertSettings;
  channel: Watching;
  chain: ChainKey;
  /** How far the channel was told of this chain. */
  row: AlertProgressRow | undefined;
}

async function tellOfChain(options: ActivityOptions, { current, channel, chain, row }: Look): Promise<void> {
  const { commit, nowMs, log } = options;
  const found = await look(options, { channel, chain, row }).catch((error: unknown) => {
    if (!(error instanceof FirnError)) throw error;
    // A store that is being made, moved or is away: its chain is told later.
    if (!(error instanceof NodeError)) log.warn("a chain can't be read for alerts", { chain, err: error });
    return undefined;
  });
  if (found === undefined) return;
  const untraced = writeRanges(found.untraced ?? []);
  if (found.next === row?.next_position && untraced === row.untraced) return;
  await commit(async (trx) => {
    const messages = found.happenings.map((happening) =>
      messageOf(happening, { current, channel, nowMs: nowMs() }),
    );
    await enqueue(outboxOf(trx), { target: targetOf(channel.name), messages, nowMs: nowMs() });
    await writeAlertProgress(trx, {
      channel: channel.name,
      chain,
      next_position: found.next,
      untraced,
    });
  });
}

/** What there is from a position on; without one, only where to begin. */
async function look(
  { read, readEvm }: ActivityOptions,
  { channel: { addresses }, chain, row }: Pick<Look, "channel" | "chain" | "row">,
): Promise<Found | undefined> {
  const from = row?.next_position;
  const begin = (next: number | undefined) => (next === undefined ? undefined : { happenings: [], next });
  if (isLetter(chain))
    return read(async (context) => {
      if (from === undefined) return begin(await beginOfChain(context, chain));
      const end = (await endOfChain(context, chain)) ?? from;
      return from < end ? findOnChain(context, chain, { addresses, from, end }) : undefined;
    });
  return readEvm(chain.slice("evm/".length), async (context) => {
    if (from === undefined) return begin(await beginOfEvmChain(context));
    const untraced = readRanges(row?.untraced ?? "");
    const end = (await endOfEvmChain(context)) ?? from;
    const news =
      from < end
        ? await findOnEvmChain(context, { addresses, from, end, untraced })
        : { happenings: [], next: from, untraced };
    // Beside the news, so that a long history that is traced late does not hold them up.
    const late = await findLateCalls(context, { addresses, from: news.next, untraced: news.untraced });
    return late === undefined ? news : { ...late, happenings: [...late.happenings, ...news.happenings] };
  });
}

function isLetter(chain: ChainKey): chain is (typeof LETTERS)[number] {
  return (LETTERS as readonly string[]).includes(chain);
}

/** Made again, it is the same message. */
function messageOf(
  happening: Happening,
  { current, channel, nowMs }: Pick<Look, "current" | "channel"> & { nowMs: number },
): { id: string; body: string } {
  const { watched, segment, txHash } = happening;
  const id = idOf([channel.name, "activity", watched.address, segment, txHash]);
  return { id, body: bodyOf(channel, activityNote(id, happening, { web: current.web, nowMs })) };
}
