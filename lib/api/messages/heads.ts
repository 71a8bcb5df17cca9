import { equalBytes, toHex } from "../../avalanche/codec/bytes";
import type { MessageStepKind } from "../../avalanche/evm/message-steps";
import { formatId, parseId } from "../../avalanche/ids";
import { unreadBlocks } from "../../store/bookkeeping/unread-blocks";
import { listOtherChains, listSteps, type StepFilter } from "../../store/queries/evm/message";
import { readBlocks } from "../../store/queries/evm/transaction";
import { listBlockchainsWithEvmId } from "../../store/queries/subnet";
import { heightOf, indexInBlockOf, positionOf } from "../../store/rows/columns";
import type { MessageStepTable } from "../../store/tables/evm/chain";
import type { EvmContext, HandlerRequest } from "../handler";
import { takeNewestOfAll } from "../page/all-chains";
import type { CanonicalQuery } from "../page/page-token";
import { idOfChain, type MessageEvent, readMessages } from "./events";

/** Which messages are listed. Blockchains by their ids, addresses as bytes. */
export interface MessageFilter {
  forms: readonly MessageForm[];
  source?: Uint8Array | undefined;
  destination?: Uint8Array | undefined;
  /** At either end. */
  either?: Uint8Array | undefined;
  sender?: Uint8Array | undefined;
  recipient?: Uint8Array | undefined;
  /** Who sent it, or whom it is for. */
  party?: Uint8Array | undefined;
}

/** Of the messenger, or a Warp message of any other sender. */
export type MessageForm = "icm" | "warp";

const KINDS: Record<MessageForm, { sent: MessageStepKind; arrived: MessageStepKind }> = {
  icm: { sent: "sent", arrived: "received" },
  warp: { sent: "warpSent", arrived: "warpBrought" },
};

/** Messages that no transaction sent. */
const ATTESTED: MessageStepKind = "attestationBrought";

type Asking = Pick<HandlerRequest<never>, "read" | "readEvm" | "evmChains">;

interface Page {
  filter: MessageFilter;
  canonical: CanonicalQuery;
  pageToken: string | undefined;
  /** `positionOfStep` of the message after which the list begins. */
  before?: string | undefined;
  pageSize: number;
}

/**
 * One page of messages over all chains, newest first: each where it was sent, or where it arrived if its source is not indexed.
 * While the history of a source is partial, a page may be shorter than asked.
 * @returns what is known of each, in the order of the page
 */
export async function takeMessages(
  request: Asking,
  { filter, canonical, pageToken, before, pageSize }: Page,
): Promise<{ messages: ListedMessage[]; nextPageToken: string | undefined }> {
  const whole = await listWholeChains(request);
  const { items, nextPageToken } = await takeNewestOfAll(request, {
    canonical,
    pageToken,
    pageSize,
    start: before === undefined ? undefined : stepOf(before),
    firstKeyOf: (height) => positionOf(height, 0),
    heightOf,
    async list(context, below, limit) {
      const found = new Map<number, Head>();
      for (const { isArrival = false, ...branch } of await branchesOf(context, filter, whole))
        for (const row of await listSteps(context.db, branch, { below, limit }))
          found.set(row.step, { row, evmChainId: context.evmChainId, isArrival });
      const newest = [...found.values()].sort((a, b) => b.row.step - a.row.step).slice(0, limit);
      const blocks = await readBlocks(
        context.db,
        newest.map(({ row }) => heightOf(row.step)),
      );
      const times = new Map(blocks.map(({ height, time }) => [height, time]));
      return newest.map((item) => ({
        key: item.row.step,
        item,
        time: times.get(heightOf(item.row.step)) ?? 0,
      }));
    },
  });
  const known = await readMessages(
    request,
    items.map(({ row }) => row.message_id),
  );
  const messages = items.flatMap((head) => {
    const events = known.get(toHex(head.row.message_id)) ?? [];
    return standsAt(head, events) ? [{ events, position: positionOfStep(head) }] : [];
  });
  return { messages, nextPageToken };
}

/** The step at which a message stands in a list. */
interface Head {
  row: MessageStepTable;
  evmChainId: string;
  /** Whether it stands where it arrived, wherever it was sent. */
  isArrival: boolean;
}

/** Whether a message stands at a step: one that arrived does not if its sending is found after all. */
function standsAt({ row, isArrival }: Head, events: readonly MessageEvent[]): boolean {
  const sending = events.find(({ kind }) => kind === "sent" || kind === "warpSent");
  return events.length > 0 && (isArrival || sending === undefined || sending.row.kind === row.kind);
}

/** A message in a list. */
export interface ListedMessage {
  events: MessageEvent[];
  position: string;
}

/** The place of a step in lists of all chains: EVM chain id, height, and number in the block. */
function positionOfStep({ evmChainId, row }: Head): string {
  return `${evmChainId}-${heightOf(row.step)}-${indexInBlockOf(row.step)}`;
}

/** The inverse of `positionOfStep`. */
function stepOf(position: string): { evmChainId: string; key: number } {
  const [evmChainId = "", height, number] = position.split("-");
  return { evmChainId, key: positionOf(Number(height), Number(number)) };
}

/** Ids of blockchains whose messages are stored from the first block on. */
async function listWholeChains({ readEvm, evmChains }: Asking): Promise<Uint8Array[]> {
  const ids = await Promise.all(
    (await evmChains.list()).map(({ evmChainId = "" }) =>
      readEvm(evmChainId, async ({ facts, history }) => {
        const isWhole = history === undefined || history.older === "none";
        return isWhole && unreadBlocks(facts, "unreadMessages") === undefined ? idOfChain(facts) : undefined;
      }),
    ),
  );
  return ids.flatMap((id) => id ?? []);
}

/** Steps of one kind at which messages stand. */
type Branch = StepFilter & Partial<Pick<Head, "isArrival">>;

/** The steps of a chain at which messages stand that the filter lets through. */
async function branchesOf(
  { db, facts }: EvmContext,
  { forms, source, destination, either, sender, recipient, party }: MessageFilter,
  whole: readonly Uint8Array[],
): Promise<Branch[]> {
  const own = idOfChain(facts);
  const isOwn = (id: Uint8Array) => own !== undefined && equalBytes(own, id);
  const branches: Branch[] = [];
  for (const form of forms) {
    const { sent, arrived } = KINDS[form];
    const isSource = source === undefined || isOwn(source);
    const isEitherHere = either === undefined || isOwn(either);
    // A Warp message does not say whom it is for.
    const wanted = [destination, isEitherHere ? undefined : either].filter((id) => id !== undefined);
    const [other] = wanted;
    const isOne = other === undefined || (form === "icm" && wanted.every((id) => equalBytes(id, other)));
    if (isSource && isOne) branches.push({ kind: sent, other });
    if (destination !== undefined && !isOwn(destination)) continue;
    if (form === "warp") {
      const from = [source, isEitherHere ? undefined : either].filter((id) => id !== undefined);
      branches.push(...(from.length === 0 ? [undefined] : from).map((other) => ({ kind: ATTESTED, other })));
    }
    for (const from of await listOtherChains(db, arrived)) {
      const isMeant = [source, isEitherHere ? undefined : either].every(
        (id) => id === undefined || equalBytes(id, from),
      );
      if (!isMeant) continue;
      // Nothing else says that a Warp message was for this chain.
      const isArrival = form === "warp" && either !== undefined && isEitherHere && !isOwn(from);
      if (isArrival || !whole.some((id) => equalBytes(id, from)))
        branches.push({ kind: arrived, other: from, isArrival });
    }
  }
  const ends =
    party === undefined
      ? [{ sender, recipient }]
      : [
          { sender: party, recipient },
          { sender, recipient: party },
        ];
  return branches.flatMap((branch) => ends.map((end) => ({ ...branch, ...end })));
}

/**
 * The blockchain that a filter means: by its id, or by its EVM chain id.
 * @returns undefined if no chain of that EVM chain id is known
 */
export async function blockchainOf(
  text: string,
  { read, evmChains }: Asking,
): Promise<Uint8Array | undefined> {
  if (!/^\d{1,16}$/.test(text)) return parseId(text);
  const served = (await evmChains.list()).find(({ evmChainId }) => evmChainId === text)?.blockchainId;
  if (served !== undefined) return parseId(served);
  return read(async ({ db }) => (await listBlockchainsWithEvmId(db, Number(text), 1))[0]?.blockchain_id);
}

/** A filter's blockchain for a page token. */
export function textOfChain(id: Uint8Array | undefined): string | undefined {
  return id === undefined ? undefined : formatId(id);
}
