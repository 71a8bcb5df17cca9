import { fromHex } from "../../avalanche/codec/bytes";
import {
  type ActivityPage,
  type ActivityRange,
  listAddressActivity,
  listAddressTransactions,
} from "../../store/queries/evm/activity";
import { findAddressId } from "../../store/queries/evm/address";
import type { ActivityItem } from "../../store/queries/evm/list-items";
import { ACTIVITY } from "../../store/rows/columns";
import type { EvmContext } from "../handler";
import { rangeOfBlocks, type TakenPage, takeActivityPage } from "../page/evm-page";
import { presentPlacedTransfer } from "../present/evm/transfer";
import { heightsOfTimes } from "./blocks";
import { loadEvmRows, readEvents } from "./rows";

/** Where the next page starts. */
export function nextOf({
  nextPageToken,
  nextBefore,
}: TakenPage): Pick<TakenPage, "nextPageToken" | "nextBefore"> {
  return { nextPageToken, nextBefore };
}

export interface AddressList {
  address: string;
  startBlock?: number | undefined;
  endBlock?: number | undefined;
  /** Unix seconds. */
  startTimestamp?: number | undefined;
  endTimestamp?: number | undefined;
  /** Newest first where the endpoint has no choice. */
  sortOrder?: "asc" | "desc" | undefined;
  pageToken?: string | undefined;
  before?: string | undefined;
  pageSize: number;
}

const TRANSFERS = ["erc20", "erc721", "erc1155"] as const;

type List = keyof typeof ACTIVITY | "transfers" | "transactions";

/** A list of an address, from anywhere: what it is grouped by, and how its items are read. */
export interface AddressItems {
  groupBy: ActivityPage["groupBy"];
  read(wanted: ActivityPage): Promise<ActivityItem[]>;
}

/** The items of an address's activity, of one kind. Empty if nothing indexed names the address. */
export async function openAddressItems(
  { db }: EvmContext,
  kind: List,
  address: string,
): Promise<AddressItems> {
  const addressId = await findAddressId(db, addressOf(address));
  return {
    // What does not tell the index of its transaction is placed by its block.
    groupBy: kind === "internal" || kind === "transfers" ? "block" : "transaction",
    async read(wanted) {
      if (addressId === undefined) return [];
      if (kind === "transactions") return listAddressTransactions(db, addressId, wanted);
      const kinds = (kind === "transfers" ? TRANSFERS : [kind]).map((one) => ACTIVITY[one]);
      return listAddressActivity(db, { addressId, kinds }, wanted);
    },
  };
}

/** A page of an address's activity: items of one kind, transfers of tokens of every standard, or transactions of any kind. */
export async function takeAddressPage(context: EvmContext, kind: List, list: AddressList) {
  const items = await openAddressItems(context, kind, list.address);
  const page = await takeActivityPage({
    tokens: context.pageTokens,
    token: list.pageToken,
    before: list.before,
    canonical: { ...canonicalOf(context, kind), ...listOf(list) },
    pageSize: list.pageSize,
    order: list.sortOrder ?? "desc",
    groupBy: items.groupBy,
    range: await rangeOf(context, list),
    list: items.read,
  });
  return { ...page, positions: page.items.map(({ position }) => position) };
}

/** A page of an address's transfers of tokens, or of a token's. */
export async function takeTransferPage(
  context: EvmContext,
  kind: (typeof TRANSFERS)[number] | "token" | "transfers",
  list: AddressList,
) {
  const page = await takeAddressPage(context, kind, list);
  const found = await readEvents(context, page.items);
  const rows = await loadEvmRows(context, { transfers: found });
  return { page, transfers: found.map((row) => presentPlacedTransfer(rows, row)) };
}

/** What a page token of a list of this chain is valid for, besides the list's own filters. */
export function canonicalOf({ evmChainId, dialect }: EvmContext, endpoint: string) {
  return { endpoint, evmChainId, dialect: dialect.name };
}

function listOf({ address, startBlock, endBlock, startTimestamp, endTimestamp, sortOrder }: AddressList) {
  return { address: address.toLowerCase(), startBlock, endBlock, startTimestamp, endTimestamp, sortOrder };
}

/** Positions of the list's blocks that are of its time. */
async function rangeOf(context: EvmContext, list: AddressList): Promise<ActivityRange> {
  const blocks = rangeOfBlocks(list);
  const { startTimestamp: start, endTimestamp: end } = list;
  if (start === undefined && end === undefined) return blocks;
  const heights = await heightsOfTimes(context, { start, end });
  const times = rangeOfBlocks({ startBlock: heights.from, endBlock: heights.below });
  return { from: Math.max(blocks.from, times.from), below: Math.min(blocks.below, times.below) };
}

/** The bytes of an address in any case. */
export function addressOf(text: string): Uint8Array {
  return fromHex(text.toLowerCase());
}
