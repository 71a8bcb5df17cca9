import {
  type ActivityCursor,
  type ActivityItem,
  type ActivityPage,
  type ActivityRange,
  groupOf,
} from "../../store/queries/evm/activity";
import { heightOf, indexInBlockOf, positionOf } from "../../store/rows/columns";
import type { PageTokens } from "./page-token";

/** Bits of a cursor that count the items of a group already shown; the others are the group. */
const SHOWN_BITS = 18n;

/** Heights from `startBlock` on and below `endBlock` as positions. */
export function rangeOfBlocks({
  startBlock,
  endBlock,
}: {
  startBlock?: number | undefined;
  endBlock?: number | undefined;
}): ActivityRange {
  return {
    from: startBlock === undefined ? 0 : positionOf(Math.min(startBlock, HIGHEST), 0),
    below: endBlock === undefined ? Number.MAX_SAFE_INTEGER : positionOf(Math.min(endBlock, HIGHEST), 0),
  };
}

/** No chain is so long. */
const HIGHEST = 2 ** 37 - 1;

interface PageQuery {
  tokens: PageTokens;
  token: string | undefined;
  /** The place to go on behind when there is no token, as `nextBefore` gave it. */
  before: string | undefined;
  /** What else decides the list. */
  canonical: Record<string, string | number | undefined>;
  pageSize: number;
  groupBy: ActivityPage["groupBy"];
  order: ActivityPage["order"];
  range: ActivityRange;
  list(page: ActivityPage): Promise<ActivityItem[]>;
}

/** A page, and where it ended if there is more: as a token of a day, and as a place that stays good. */
export interface TakenPage {
  items: ActivityItem[];
  nextPageToken: string | undefined;
  nextBefore: string | undefined;
}

/** One page of a list by activity: its cursor says in which group it ended, and after how many items of that. */
export async function takeActivityPage({
  tokens,
  token,
  before,
  canonical,
  pageSize,
  groupBy,
  order,
  range,
  list,
}: PageQuery): Promise<TakenPage> {
  const after =
    token === undefined ? readPlace(before, groupBy) : readCursor(tokens.readExact(token, canonical));
  // One item more than shown tells whether there is more.
  const found = await list({ range, after, limit: pageSize + 1, groupBy, order });
  const items = found.slice(0, pageSize);
  const last = items.at(-1);
  if (last === undefined || found.length <= pageSize) {
    return { items, nextPageToken: undefined, nextBefore: undefined };
  }
  const group = groupOf({ groupBy }, last);
  const inGroup = items.filter((item) => groupOf({ groupBy }, item) === group).length;
  const shownBefore = after?.group === group ? after.shown : 0;
  const end = { group, shown: shownBefore + inGroup };
  return {
    items,
    nextPageToken: tokens.issue(cursorOf(end), canonical),
    nextBefore: placeOf(end, groupBy),
  };
}

function cursorOf({ group, shown }: ActivityCursor): bigint {
  return (BigInt(group) << SHOWN_BITS) | BigInt(shown);
}

function readCursor(cursor: bigint): ActivityCursor {
  return { group: Number(cursor >> SHOWN_BITS), shown: Number(cursor & ((1n << SHOWN_BITS) - 1n)) };
}

/** A cursor as text: block, transaction in it (0 where a block's items stand together), items shown. */
function placeOf({ group, shown }: ActivityCursor, groupBy: ActivityPage["groupBy"]): string {
  return groupBy === "block" ? `${group}-0-${shown}` : `${heightOf(group)}-${indexInBlockOf(group)}-${shown}`;
}

function readPlace(place: string | undefined, groupBy: ActivityPage["groupBy"]): ActivityCursor | undefined {
  if (place === undefined) return undefined;
  const [height = 0, index = 0, shown = 0] = place.split("-").map(Number);
  return { group: groupBy === "block" ? height : positionOf(height, index), shown };
}
