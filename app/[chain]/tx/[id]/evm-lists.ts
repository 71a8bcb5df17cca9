import { readMessageChains } from "@/app/messages/messages";
import { api, toResult } from "@/app/server";
import { type CallsView, isTreeShown, type KnownCalls } from "@/components/evm/tx/calls-panel";
import type { ListPart } from "@/components/evm/tx/transfers";
import type { ListPosition } from "@/components/list/position";
import type { MessageChain } from "@/components/message/chains";
import { type EvmStateChanges, getEvmStateChanges } from "@/lib/contract/firn/evm-state-changes";
import {
  type EvmLogPage,
  type EvmTransferPage,
  type FirnEvmTransaction,
  listEvmCalls,
  listEvmInternalTransactions,
  listEvmLogs,
  listEvmTransfers,
} from "@/lib/contract/firn/evm-transactions";
import { type EvmWarpMessages, getEvmWarpMessages } from "@/lib/contract/firn/evm-warp";
import { getMessage, type MessageDetail } from "@/lib/contract/firn/messages";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";

/** A transaction whose lists are read, and where one of them starts. */
interface TxPlace {
  params: { chainId: string; txHash: string };
  detail: FirnEvmTransaction;
  position: ListPosition;
}

const PAGE_ROWS = 25;

/** The first rows if the position is in another list. */
function startOf({ position }: TxPlace, list: string): { pageSize: number; after?: number } {
  const isHere = position.list === list && position.from > 1;
  return { pageSize: PAGE_ROWS, ...(isHere && { after: position.from - 1 }) };
}

/** Undefined if it moved no tokens. */
export async function readTransfers(
  place: TxPlace,
): Promise<ListPart<EvmTransferPage> | FirnError | undefined> {
  const { params, detail } = place;
  const { transferCount: count, onlyTransfer } = detail;
  if (count === 0) return undefined;
  const query = startOf(place, "transfers");
  const path = fillRoute(listEvmTransfers, { params, query });
  if (onlyTransfer !== undefined) return { path, page: { first: 1, count, transfers: [onlyTransfer] } };
  const page = await toResult(api().get(listEvmTransfers, { params, query }));
  return page instanceof FirnError ? page : { path, page };
}

/** Undefined if it wrote none. */
export async function readLogs(place: TxPlace): Promise<ListPart<EvmLogPage> | FirnError | undefined> {
  const { params, detail } = place;
  if (detail.logCount === 0) return undefined;
  const query = startOf(place, "logs");
  const page = await toResult(api().get(listEvmLogs, { params, query }));
  return page instanceof FirnError ? page : { path: fillRoute(listEvmLogs, { params, query }), page };
}

/** The tree, and the indexed calls if the tree is not shown. */
export async function readKnownCalls(place: TxPlace, view: CallsView): Promise<KnownCalls | FirnError> {
  const { params, detail } = place;
  const query = startOf(place, "calls");
  const asked = await toResult(api().get(listEvmCalls, { params, query }));
  if (asked instanceof FirnError) return asked;
  const tree = { path: fillRoute(listEvmCalls, { params, query }), page: asked };
  const showsTree = view === "tree" && isTreeShown({ tree }, detail);
  if (showsTree || detail.internalTransactionCount === 0) return { tree };
  const page = await toResult(api().get(listEvmInternalTransactions, { params, query }));
  if (page instanceof FirnError) return page;
  return { tree, indexed: { path: fillRoute(listEvmInternalTransactions, { params, query }), page } };
}

/** What it changed in accounts. Undefined for a plain payment, which its amount and fee say. */
export async function readStateChanges({
  params,
  detail,
}: TxPlace): Promise<EvmStateChanges | FirnError | undefined> {
  if (detail.nativeTransaction.method?.callType === "NATIVE_TRANSFER" && detail.logCount === 0)
    return undefined;
  return toResult(api().get(getEvmStateChanges, { params }));
}

/** Messages between chains, with what is known of each elsewhere, by its id, and the chains that have pages here. */
export interface TxMessages {
  messages: EvmWarpMessages;
  elsewhere: ReadonlyMap<string, MessageDetail>;
  chains: readonly MessageChain[];
}

/** Undefined for a transaction that can have none. */
export async function readWarpMessages({
  params,
  detail,
}: TxPlace): Promise<TxMessages | FirnError | undefined> {
  if (detail.logCount === 0 && !detail.bytes.includes(WARP)) return undefined;
  const messages = await toResult(api().get(getEvmWarpMessages, { params }));
  if (messages instanceof FirnError) return messages;
  const ids = [...messages.sent, ...messages.brought].flatMap(({ messageId }) => messageId ?? []);
  const found = await Promise.all(
    ids.slice(0, MOST_FOLLOWED).map(async (messageId) => {
      const message = await toResult(api().get(getMessage, { params: { messageId } }));
      // A message that is not found elsewhere is shown as the transaction has it.
      return message instanceof FirnError ? [] : [[messageId, message] as const];
    }),
  );
  const chains = ids.length === 0 ? [] : await toResult(readMessageChains());
  return { messages, elsewhere: new Map(found.flat()), chains: chains instanceof FirnError ? [] : chains };
}

/** Messages of one transaction that are looked for elsewhere: every chain is asked for each. */
const MOST_FOLLOWED = 10;

/** The messenger's address, which the access list of a transaction that brings messages has. */
const WARP = `02${"00".repeat(18)}05`;
